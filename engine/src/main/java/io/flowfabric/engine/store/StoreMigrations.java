package io.flowfabric.engine.store;

import java.util.List;

/** The numbered steps that create and upgrade the tables of a store, and which of them are applied. */
public interface StoreMigrations {
    /** One step. */
    record Step(int version, String name, boolean backwardCompatible, boolean applied) {}

    /** Every step this program knows, and those it does not know that were applied by a newer one. */
    List<Step> show();

    /** Applies what is missing; answers what was applied. */
    List<Step> apply();

    /** The text of every step, for a database administrator to run by hand. */
    String print();
}
