package io.flowfabric.store.jdbc;

/** What kind of value a column holds. */
public enum ColumnType {
    INTEGER,
    BIGINT,
    TEXT,
    BYTES
}
