package io.flowfabric.store.postgres.transaction;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The statements of one store, with its schema's name in them. Safe for use by any thread. */
public final class PostgresStatements {
    private final SchemaName schema;
    private final Map<String, String> texts = new ConcurrentHashMap<>();

    public PostgresStatements(SchemaName schema) {
        this.schema = schema;
    }

    public SchemaName schema() {
        return schema;
    }

    String text(String sql) {
        return texts.computeIfAbsent(sql, schema::in);
    }
}
