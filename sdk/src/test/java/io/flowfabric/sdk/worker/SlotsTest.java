package io.flowfabric.sdk.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.op.claim.ClaimTerms;
import io.flowfabric.sdk.FakeEngine;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.config.FabricOptions;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Slots for idle handlers, and for prefetched tasks. */
@Timeout(60)
class SlotsTest {
    private static final int HANDLERS = 3;

    private final FakeEngine engine = new FakeEngine();
    private final FlowFabric fabric = FlowFabric.on(engine, FabricOptions.DEFAULT);

    @AfterEach
    void close() {
        fabric.close();
    }

    @Test
    void slotsBeyondTheIdleHandlersAreAhead() {
        var prefetch = new Prefetch(HANDLERS, Duration.ofSeconds(30).toNanos());
        prefetch.took(Duration.ofMillis(10).toNanos());
        var slots = new Slots(HANDLERS, prefetch);

        assertThat(slots.take(2)).isEqualTo(new Slots.Taken(2, 2));
        assertThat(slots.take(20)).isEqualTo(new Slots.Taken(20, 1));
        slots.release(22);
        assertThat(slots.take(1000)).isEqualTo(new Slots.Taken(HANDLERS + prefetch.ahead(), HANDLERS));
        slots.close();
        assertThat(slots.take(1)).isEqualTo(new Slots.Taken(0, 0));
    }

    @Test
    void workerBeginsAsManyAsItHasIdleHandlersFor() throws InterruptedException {
        fabric.worker("orders")
                .concurrency(HANDLERS)
                .onAnyKind(task -> Optional.empty())
                .start();

        assertThat(engine.awaitCall(Catalogue.CLAIM).terms()).isEqualTo(new ClaimTerms(HANDLERS, true));
    }

    @Test
    void limitedKindIsClaimedByACallOfItsOwn() throws InterruptedException {
        fabric.worker("orders")
                .concurrency(HANDLERS)
                .limit("charge", 1)
                .on("charge", task -> Optional.empty())
                .start();

        var both = new HashSet<Set<String>>();
        while (both.size() < 2) {
            var claim = engine.awaitCall(Catalogue.CLAIM);
            both.add(claim.onlyKinds());
            if (claim.onlyKinds().isEmpty()) {
                assertThat(claim.exceptKinds()).containsExactly("charge");
                assertThat(claim.limit()).isEqualTo(HANDLERS);
                assertThat(claim.terms()).isEqualTo(new ClaimTerms(HANDLERS, true));
            } else {
                assertThat(claim.onlyKinds()).containsExactly("charge");
                assertThat(claim.limit()).isOne();
                assertThat(claim.terms()).isEqualTo(new ClaimTerms(0, true));
            }
        }
    }

    @Test
    void thereIsRoomAlthoughAClaimIsUnderWayForIt() {
        var slots = new Slots(1, new Prefetch(1, Duration.ofSeconds(30).toNanos()));

        var taken = slots.take(1);
        slots.awaitRoom();
        slots.claimed(taken, 1);
        slots.release(1);
        slots.awaitRoom();
    }
}
