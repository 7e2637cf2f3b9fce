package io.flowfabric.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.worker.Samples;
import io.flowfabric.sdk.worker.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker of four handlers, of which two may be of the slow kind. */
@Timeout(60)
class KindLimitTest {
    private final FakeEngine engine = new FakeEngine();
    private final FlowFabric fabric = FlowFabric.on(engine, FabricOptions.DEFAULT);
    private final CountDownLatch started = new CountDownLatch(2);
    private final Semaphore release = new Semaphore(0);
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();
    private final Worker worker = fabric.worker("orders")
            .concurrency(4)
            .limit("slow", 2)
            .on("slow", task -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                started.countDown();
                release.acquire();
                running.decrementAndGet();
                return Optional.empty();
            })
            .on("fast", task -> Optional.empty())
            .start();

    @AfterEach
    void close() {
        release.release(100);
        fabric.close();
    }

    @Test
    void kindAtItsLimitDoesNotKeepOthersFromRunning() throws InterruptedException {
        offerSlow(4);
        started.await();
        List<Claim> fast = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            fast.add(Samples.claim("fast"));
        }
        engine.offer(fast.toArray(new Claim[0]));

        for (int i = 0; i < 20; i++) {
            engine.awaitCall(Catalogue.COMPLETE);
        }
        assertThat(worker.running()).isEqualTo(2);
    }

    @Test
    void nextOfAKindIsClaimedAsSoonAsOneHasEnded() throws InterruptedException {
        var slow = offerSlow(4);
        started.await();
        assertThat(engine.hasWork()).as("what cannot start is not claimed").isTrue();
        release.release(4);

        List<CompleteRequest> completed = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            completed.add(engine.awaitCall(Catalogue.COMPLETE));
        }
        assertThat(completed)
                .extracting(CompleteRequest::handle)
                .containsExactlyInAnyOrderElementsOf(
                        slow.stream().map(Claim::handle).toList());
        assertThat(most).hasValue(2);
        assertThat(engine.calls(Catalogue.DELAY)).isEmpty();
    }

    @Test
    void handlersBusyWithOtherKindsKeepALimitedOneFromBeingClaimed() throws InterruptedException {
        try (var other = FlowFabric.on(new FakeEngine(), FabricOptions.DEFAULT)) {
            var busy = (FakeEngine) other.engine();
            var entered = new CountDownLatch(1);
            other.worker("orders")
                    .concurrency(1)
                    .limit("slow", 1)
                    .on("slow", task -> Optional.empty())
                    .on("fast", task -> {
                        entered.countDown();
                        release.acquire();
                        return Optional.empty();
                    })
                    .start();
            busy.offer(Samples.claim("slow"));
            busy.awaitCall(Catalogue.COMPLETE);
            busy.offer(Samples.claim("fast"));
            entered.await();
            release.release(1);
            busy.awaitCall(Catalogue.COMPLETE);
            busy.offer(Samples.claim("slow"));
            busy.awaitCall(Catalogue.COMPLETE);
        }
    }

    @Test
    void whatAServerHandsOutBeyondTheLimitIsPutOff() throws InterruptedException {
        offerSlow(2);
        started.await();
        var handedOut = new AtomicInteger();
        engine.answer(
                Catalogue.CLAIM,
                args -> ClaimOutcome.atOnce(
                        handedOut.getAndIncrement() == 0 ? List.of(Samples.claim("slow")) : List.of()));
        engine.offer(Samples.claim("fast"));

        long claimedAt = -Samples.TTL.toMillis();
        assertThat(engine.awaitCall(Catalogue.DELAY).delayUntil()).isGreaterThanOrEqualTo(claimedAt + 1000);
    }

    private List<Claim> offerSlow(int count) {
        List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            claims.add(Samples.claim("slow"));
        }
        engine.offer(claims.toArray(new Claim[0]));
        return claims;
    }
}
