package io.flowfabric.store.jdbc.column;

/** What kind of value a column holds. */
public enum ColumnType {
    INTEGER,
    BIGINT,
    TEXT,
    BYTES
}
