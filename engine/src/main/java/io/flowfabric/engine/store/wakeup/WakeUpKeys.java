package io.flowfabric.engine.store.wakeup;

import java.util.Arrays;

/** The keys of one doorbell that a commit concerns, as hashes: none, some, or all of them. Immutable. */
public final class WakeUpKeys {
    /** Keys that are collected beyond this many become all keys, so that what waits to be sent stays small. */
    static final int MOST_COLLECTED = 256;

    /** Concerns nothing. */
    public static final WakeUpKeys NONE = new WakeUpKeys(new int[0], false);

    /** Concerns everything: which keys is not known, or they are too many. */
    public static final WakeUpKeys ALL = new WakeUpKeys(new int[0], true);

    /** In ascending order, each once. */
    private final int[] hashes;

    private final boolean all;

    private WakeUpKeys(int[] hashes, boolean all) {
        this.hashes = hashes;
        this.all = all;
    }

    /** Some keys. */
    public static WakeUpKeys of(int... hashes) {
        return hashes.length == 0 ? NONE : new WakeUpKeys(distinct(hashes.clone(), hashes.length), false);
    }

    public boolean isEmpty() {
        return !all && hashes.length == 0;
    }

    public boolean isAll() {
        return all;
    }

    /** How many they are; nothing is counted of all. */
    public int size() {
        return hashes.length;
    }

    /** One of them by its number, from 0; in ascending order. */
    public int hash(int number) {
        return hashes[number];
    }

    /** Both; all keys when together they are many. */
    public WakeUpKeys and(WakeUpKeys other) {
        if (all || other.isEmpty()) {
            return this;
        }
        if (other.all || isEmpty()) {
            return other;
        }
        int[] both = Arrays.copyOf(hashes, hashes.length + other.hashes.length);
        System.arraycopy(other.hashes, 0, both, hashes.length, other.hashes.length);
        int[] united = distinct(both, both.length);
        return united.length > MOST_COLLECTED ? ALL : new WakeUpKeys(united, false);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WakeUpKeys keys && all == keys.all && Arrays.equals(hashes, keys.hashes);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(hashes) + Boolean.hashCode(all);
    }

    @Override
    public String toString() {
        return all ? "all" : Arrays.toString(hashes);
    }

    private static int[] distinct(int[] given, int length) {
        Arrays.sort(given, 0, length);
        int kept = Math.min(1, length);
        for (int i = 1; i < length; i++) {
            if (given[i] != given[kept - 1]) {
                given[kept++] = given[i];
            }
        }
        return kept == given.length ? given : Arrays.copyOf(given, kept);
    }

    /** Collects the keys of one commit. Used by one thread. */
    static final class Collector {
        private static final int FIRST_ROOM = 4;

        private int[] collected = new int[0];
        private int length;

        /** Repetitions in a row, as of one lane, take no room. */
        void add(int hash) {
            if (length > 0 && collected[length - 1] == hash || length > 1 && collected[length - 2] == hash) {
                return;
            }
            if (length == collected.length) {
                collected = Arrays.copyOf(collected, Math.max(FIRST_ROOM, 2 * length));
            }
            collected[length++] = hash;
        }

        WakeUpKeys keys() {
            return length == 0 ? NONE : new WakeUpKeys(distinct(collected, length), false);
        }
    }
}
