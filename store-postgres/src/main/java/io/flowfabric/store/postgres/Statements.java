package io.flowfabric.store.postgres;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The statements of one store, with its schema's name in them. Safe for use by any thread. */
final class Statements {
    private final SchemaName schema;
    private final Map<String, String> texts = new ConcurrentHashMap<>();

    Statements(SchemaName schema) {
        this.schema = schema;
    }

    SchemaName schema() {
        return schema;
    }

    String text(String sql) {
        return texts.computeIfAbsent(sql, schema::in);
    }
}
