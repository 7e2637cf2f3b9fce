package io.flowfabric.engine.store.write;

/** What is fixed for the life of the store, in a write transaction. */
public interface SettingWrites {

    /** The setting of that name; the one given, which is stored, when there was none. The first transaction decides. */
    String valueOr(String name, String value);
}
