package io.flowfabric.store.testkit.modelled;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;

/** Chance, the same for the same seed. Not thread-safe. */
final class SeededRandom {
    private final Random random;

    SeededRandom(long seed) {
        this.random = new Random(seed);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** A number from a range, both ends included. */
    long between(long least, long most) {
        return least + (long) (random.nextDouble() * (most - least + 1));
    }

    boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** Each of them or not. */
    <T> List<T> some(List<T> all) {
        return all.stream().filter(each -> random.nextBoolean()).toList();
    }

    /** Something in one of so many cases, and nothing otherwise. */
    <T> Optional<T> maybe(int times, Supplier<T> draw) {
        return oneIn(times) ? Optional.of(draw.get()) : Optional.empty();
    }

    UUID uuid() {
        return new UUID(random.nextLong(), random.nextLong());
    }
}
