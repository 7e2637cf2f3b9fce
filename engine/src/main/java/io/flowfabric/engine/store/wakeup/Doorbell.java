package io.flowfabric.engine.store.wakeup;

import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Wakes calls that wait for a commit of one kind: for any, as a {@link WakeUpSource} of its own, or for one that
 * concerns some keys. It counts its rings; the count is its position.
 *
 * <p>How no ring is lost. First the commit becomes visible, then the position moves, then the stripes of the keys get
 * the new position, then the registered calls are woken. A call reads the position, queries, registers, and asks
 * whether its keys have rung since. If it read the position before the ring moved it, either the ring meets the
 * registration, or the call meets the position of the ring in the stripe. If it read the position afterwards, its query
 * began after the commit.
 *
 * <p>A ring is a hint: the woken call queries again, and the fallback poll makes up for lost rings of other processes.
 * Safe for use by any thread.
 */
public final class Doorbell implements WakeUpSource {
    /** The number of parts into which keys are divided; part of the notifications between processes. */
    public static final int STRIPES = 128;

    private static final int STRIPE_SHIFT = Integer.numberOfLeadingZeros(STRIPES) + 1;
    private static final int GOLDEN = 0x9E3779B9;

    private final AtomicLong position = new AtomicLong();

    /** The position of the last ring that concerned all keys. */
    private final AtomicLong lastForAll = new AtomicLong();

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final WakeUpRegistry registry = new WakeUpRegistry(STRIPES);

    /** How often it has rung. */
    @Override
    public long position() {
        return position.get();
    }

    @Override
    public boolean hasRungSince(long seen) {
        return position.get() > seen;
    }

    /** Whether it has rung for all keys after a position, and not only for some. */
    public boolean hasRungForAllSince(long seen) {
        return lastForAll.get() > seen;
    }

    /** The rings that concern at least one of some keys. */
    public WakeUpSource forKeys(Collection<? extends WakeUpKey> keys) {
        return new KeyedWakeUps(this, List.copyOf(keys));
    }

    /** Wakes everything that waits, and tells the listeners. */
    public void ring() {
        long now = position.incrementAndGet();
        lastForAll.accumulateAndGet(now, Math::max);
        registry.wakeAll();
        tellListeners();
    }

    /** Wakes what waits for one of some keys or for any, and tells the listeners. */
    public void ring(WakeUpKeys keys) {
        if (keys.isAll()) {
            ring();
        } else if (!keys.isEmpty()) {
            long now = position.incrementAndGet();
            for (int i = 0; i < keys.size(); i++) {
                int hash = keys.hash(i);
                registry.ring(hash, stripeOf(hash), now);
            }
            tellListeners();
        }
    }

    /** Wakes what waits for a key of some stripes or for any: which keys were concerned is not known. */
    public void ringStripes(BitSet stripes) {
        long now = position.incrementAndGet();
        stripes.stream().forEach(stripe -> registry.raise(stripe, now));
        registry.ringStripes(hash -> stripes.get(stripeOf(hash)), now);
        tellListeners();
    }

    /** Runs something after every ring from now on, on the thread that rings: it must be quick and must not throw. */
    public void listen(Runnable listener) {
        listeners.add(listener);
    }

    @Override
    public Registration register(Runnable wake) {
        Runnable own = wake::run;
        listeners.add(own);
        return () -> listeners.remove(own);
    }

    /** The keys that calls wait for at this moment. */
    public Set<WakeUpKey> awaitedKeys() {
        return registry.keys();
    }

    /** Whether any call waits, with keys or without. */
    public boolean isAwaited() {
        return !registry.isEmpty() || !listeners.isEmpty();
    }

    /** The number of the stripe of a hash. */
    public static int stripeOf(int hash) {
        return hash * GOLDEN >>> STRIPE_SHIFT;
    }

    /** The position of the last ring that concerned a key, or may have. */
    long lastRung(WakeUpKey key) {
        int hash = key.hash();
        return registry.lastRung(hash, stripeOf(hash));
    }

    Registration register(List<WakeUpKey> keys, Runnable wake) {
        var watch = new WakeUpRegistry.Watch(keys, wake);
        keys.forEach(key -> registry.add(key.hash(), stripeOf(key.hash()), watch));
        return () -> keys.forEach(key -> registry.remove(key.hash(), watch));
    }

    private void tellListeners() {
        listeners.forEach(Runnable::run);
    }
}
