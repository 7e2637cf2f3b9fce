package io.flowfabric.sdk.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.claim.LaneWeight;
import io.flowfabric.sdk.FakeEngine;
import io.flowfabric.sdk.ManualTicker;
import io.flowfabric.sdk.internal.StopSignal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaneClaimsTest {
    private final ManualTicker ticker = new ManualTicker();
    private final FakeEngine engine = new FakeEngine();
    private final StopSignal stop = new StopSignal();

    @Test
    void busyLaneIsAskedWithoutWaiting() {
        onlyLaneWithWork("orders");
        lanes(Duration.ofSeconds(30), "orders").next(5, 5);

        assertThat(engine.calls(Catalogue.CLAIM))
                .extracting(LaneClaimsTest::asked)
                .containsExactly("orders 0");
        assertThat(engine.calls(Catalogue.CLAIM))
                .extracting(ClaimRequest::limit)
                .containsExactly(5);
    }

    @Test
    void idleLaneIsParkedOnAgainWithoutALookOfItsOwn() {
        onlyLaneWithWork("none");
        var lanes = lanes(Duration.ofSeconds(30), "orders");
        lanes.next(5, 5);
        lanes.next(5, 5);

        assertThat(engine.calls(Catalogue.CLAIM))
                .extracting(LaneClaimsTest::asked)
                .containsExactly("orders 0", "orders 10000", "orders 10000");
    }

    @ParameterizedTest
    @CsvSource({"30,10000", "3,1000", "600,30000"})
    void parkedClaimLeavesTwoThirdsOfTheLease(int ttlSeconds, long waitMs) {
        onlyLaneWithWork("none");
        lanes(Duration.ofSeconds(ttlSeconds), "orders").next(1, 1);

        assertThat(engine.calls(Catalogue.CLAIM))
                .last()
                .satisfies(parked -> assertThat(parked.maxWaitMs()).isEqualTo(waitMs));
    }

    @Test
    void severalLanesAreAskedAndWaitedForInOneCall() {
        onlyLaneWithWork("none");
        lanes(Duration.ofSeconds(30), "a", "b", "c").next(1, 1);

        assertThat(engine.calls(Catalogue.CLAIM))
                .extracting(LaneClaimsTest::asked)
                .containsExactly("a,b,c 0", "a,b,c 10000");
    }

    @Test
    void lanesTakeTurnsByTheClaimsOfTheWorker() {
        onlyLaneWithWork("a");
        var lanes = lanes(Duration.ofSeconds(30), "a", "b");
        lanes.next(1, 1);
        lanes.next(1, 1);

        assertThat(engine.calls(Catalogue.CLAIM))
                .extracting(ClaimRequest::turn)
                .containsExactly(OptionalLong.of(0), OptionalLong.of(1));
    }

    @Test
    void leaseIsCountedFromBeforeTheCall() {
        long before = ticker.getAsLong();
        engine.answer(Catalogue.CLAIM, args -> {
            ticker.advance(Duration.ofSeconds(2));
            return ClaimOutcome.atOnce(List.of(Samples.claim("kind")));
        });

        assertThat(lanes(Duration.ofSeconds(30), "orders").next(1, 1).notBefore())
                .isEqualTo(before);
    }

    @Test
    void whatTheCallWasParkedForIsNotCounted() {
        long before = ticker.getAsLong();
        engine.answer(Catalogue.CLAIM, args -> {
            ticker.advance(Duration.ofSeconds(9));
            return new ClaimOutcome(List.of(Samples.claim("kind")), 8000);
        });

        assertThat(lanes(Duration.ofSeconds(30), "orders").next(1, 1).notBefore())
                .isEqualTo(before + Duration.ofSeconds(8).toNanos());
    }

    @Test
    void nothingIsClaimedOnceTheSignalIsGiven() {
        stop.give();

        assertThat(lanes(Duration.ofSeconds(30), "a", "b").next(1, 1).claims()).isEmpty();
        assertThat(engine.calls(Catalogue.CLAIM)).isEmpty();
    }

    private LaneClaims lanes(Duration ttl, String... names) {
        var settings = Samples.settings(ttl, 16, names);
        var prefetch = new Prefetch(16, ttl.toNanos());
        var parts = new WorkerParts(
                engine, settings, prefetch, new Slots(16, prefetch), new KindLimits(Map.of(), 1), stop, ticker);
        return new LaneClaims(parts, all -> all);
    }

    private void onlyLaneWithWork(String lane) {
        engine.answer(
                Catalogue.CLAIM,
                args -> ClaimOutcome.atOnce(
                        args.lanes().contains(LaneWeight.of(new LaneId(lane)))
                                ? List.of(Samples.claim("kind"))
                                : List.of()));
    }

    private static String asked(ClaimRequest request) {
        return request.lanes().stream()
                .map(lane -> lane.laneId().value())
                .collect(Collectors.joining(",", "", " " + request.maxWaitMs()));
    }
}
