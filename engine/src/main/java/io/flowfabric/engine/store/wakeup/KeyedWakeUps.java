package io.flowfabric.engine.store.wakeup;

import java.util.List;

/** The rings of a doorbell that concern some keys. */
final class KeyedWakeUps implements WakeUpSource {
    private final Doorbell doorbell;
    private final List<WakeUpKey> keys;
    private final int hash;

    KeyedWakeUps(Doorbell doorbell, List<WakeUpKey> keys) {
        this.doorbell = doorbell;
        this.keys = List.copyOf(keys);
        this.hash = this.keys.hashCode();
    }

    @Override
    public long position() {
        return doorbell.position();
    }

    @Override
    public boolean hasRungSince(long seen) {
        if (doorbell.position() <= seen) {
            return false;
        }
        if (doorbell.hasRungForAllSince(seen)) {
            return true;
        }
        for (WakeUpKey key : keys) {
            if (doorbell.lastRung(key) > seen) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Registration register(Runnable wake) {
        return doorbell.register(keys, wake);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyedWakeUps same
                && doorbell == same.doorbell
                && hash == same.hash
                && keys.equals(same.keys);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
