package io.flowfabric.engine.store.wakeup;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Waiting for some keys of a doorbell. */
class KeyedDoorbellTest {
    private final Doorbell doorbell = new Doorbell();

    @Test
    void ringForOneKeyWakesWhatWaitsForItAndForAny() {
        var woken = new ArrayList<String>();
        doorbell.forKeys(List.of(lane("a"))).register(() -> woken.add("a"));
        doorbell.forKeys(List.of(lane("b"))).register(() -> woken.add("b"));
        doorbell.forKeys(List.of(lane("a"), lane("c"))).register(() -> woken.add("a or c"));
        doorbell.register(() -> woken.add("any"));

        doorbell.ring(keys("a"));

        assertThat(woken).containsExactlyInAnyOrder("a", "a or c", "any");
    }

    @Test
    void ringForAllKeysWakesEverything() {
        var woken = new AtomicInteger();
        doorbell.forKeys(List.of(lane("a"))).register(woken::incrementAndGet);
        doorbell.forKeys(List.of(lane("b"))).register(woken::incrementAndGet);
        doorbell.register(woken::incrementAndGet);

        doorbell.ring(WakeUpKeys.ALL);

        assertThat(woken).hasValue(3);
    }

    @Test
    void ringForNoKeyIsNone() {
        doorbell.ring(WakeUpKeys.NONE);

        assertThat(doorbell.position()).isZero();
    }

    @Test
    void ringForAStripeWakesAllKeysThatMayBeMeant() {
        var woken = new ArrayList<String>();
        doorbell.forKeys(List.of(lane("a"))).register(() -> woken.add("a"));
        doorbell.forKeys(List.of(lane("b"))).register(() -> woken.add("b"));
        var stripes = new BitSet();
        stripes.set(Doorbell.stripeOf(lane("a").hash()));

        doorbell.ringStripes(stripes);

        assertThat(woken).containsExactly("a");
        assertThat(doorbell.forKeys(List.of(lane("a"))).hasRungSince(0)).isTrue();
    }

    @Test
    void ringBetweenQueryAndRegistrationIsNotLost() {
        var source = doorbell.forKeys(List.of(lane("a")));
        long seen = source.position();
        doorbell.ring(keys("a"));

        assertThat(source.hasRungSince(seen)).as("before it is registered").isTrue();
        source.register(() -> {});
        assertThat(source.hasRungSince(seen)).as("after it was registered").isTrue();
        assertThat(source.hasRungSince(source.position()))
                .as("after another query")
                .isFalse();
    }

    @Test
    void whatIsRegisteredIsNotTakenForOneWithAnotherKeyOfItsStripe() {
        var neighbour = neighbourOf("a");
        var source = doorbell.forKeys(List.of(lane("a")));
        source.register(() -> {});

        doorbell.ring(keys(neighbour));

        assertThat(source.hasRungSince(0)).isFalse();
        assertThat(doorbell.forKeys(List.of(lane(neighbour))).hasRungSince(0)).isTrue();
    }

    @Test
    void oneOfTwoWithTheSameKeyIsWokenWhenTheOtherHasLeft() {
        var woken = new AtomicInteger();
        var source = doorbell.forKeys(List.of(lane("a")));
        var first = source.register(woken::incrementAndGet);
        source.register(woken::incrementAndGet);
        first.close();

        doorbell.ring(keys("a"));

        assertThat(woken).hasValue(1);
    }

    @Test
    void nothingIsKeptOfKeysThatNoCallWaitsFor() {
        var registered = new ArrayList<WakeUpSource.Registration>();
        for (int i = 0; i < 100_000; i++) {
            var id = new ExecutionId(i % 256, new UUID(i, i));
            registered.add(doorbell.forKeys(List.of(new WakeUpKey.End(id))).register(() -> {}));
            doorbell.ring(WakeUpKeys.of(WakeUpKey.hashOf(id)));
        }
        assertThat(doorbell.awaitedKeys()).hasSize(100_000);

        registered.forEach(WakeUpSource.Registration::close);

        assertThat(doorbell.isAwaited()).isFalse();
        assertThat(doorbell.awaitedKeys()).isEmpty();
    }

    @Test
    void keysOfALaneDifferByNamespace() {
        var shop = new WakeUpKey.Work(new LaneId("a"), Optional.of(new Namespace("shop")));
        var bank = new WakeUpKey.Work(new LaneId("a"), Optional.of(new Namespace("bank")));

        assertThat(Stream.of(shop, bank, lane("a")).map(WakeUpKey::hash)).doesNotHaveDuplicates();
    }

    @Test
    void manyCollectedKeysBecomeAll() {
        var most = WakeUpKeys.of(IntStream.range(0, WakeUpKeys.MOST_COLLECTED).toArray());

        assertThat(most.and(WakeUpKeys.of(0, 1)).size()).isEqualTo(WakeUpKeys.MOST_COLLECTED);
        assertThat(most.and(WakeUpKeys.of(-1))).isEqualTo(WakeUpKeys.ALL);
        assertThat(most.and(WakeUpKeys.NONE)).isEqualTo(most);
        assertThat(WakeUpKeys.NONE.and(WakeUpKeys.ALL)).isEqualTo(WakeUpKeys.ALL);
    }

    private static String neighbourOf(String lane) {
        return IntStream.range(0, 10_000)
                .mapToObj(Integer::toString)
                .filter(other -> Doorbell.stripeOf(lane(other).hash())
                        == Doorbell.stripeOf(lane(lane).hash()))
                .findFirst()
                .orElseThrow();
    }

    private static WakeUpKey.Work lane(String lane) {
        return new WakeUpKey.Work(new LaneId(lane), Optional.empty());
    }

    private static WakeUpKeys keys(String lane) {
        return WakeUpKeys.of(lane(lane).hash());
    }
}
