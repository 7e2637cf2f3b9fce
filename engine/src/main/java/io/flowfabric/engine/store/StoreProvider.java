package io.flowfabric.engine.store;

import java.time.Clock;

/** Opens the stores of one kind of address. Found by {@link java.util.ServiceLoader}. */
public interface StoreProvider {
    /** What an address of this kind begins with, such as {@code sqlite:}. */
    String scheme();

    /** How such an address is written, for error messages. */
    String usage();

    /** What is known of a store before it is opened, and what may be done about it. Opens nothing. */
    StoreMigrations migrations(String address);

    /**
     * Opens a store, creating or upgrading it when the options say so.
     *
     * @throws io.flowfabric.model.error.EngineException when the address is malformed, or what lies there cannot be used
     */
    Store open(String address, StoreOptions options);

    /**
     * How to open a store.
     *
     * @param clock the time of stores that have no clock of their own; tests move it
     */
    record StoreOptions(Clock clock, boolean migrate) {
        /** The host's clock; a new or older store is brought up to date. */
        public static final StoreOptions DEFAULT = new StoreOptions(Clock.systemUTC(), true);
    }
}
