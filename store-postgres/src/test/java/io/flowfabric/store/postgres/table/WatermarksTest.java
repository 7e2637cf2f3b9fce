package io.flowfabric.store.postgres.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.store.postgres.table.Watermarks.Range;
import io.flowfabric.store.postgres.table.Watermarks.Spot;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WatermarksTest {
    private static final int QUEUE = 7;
    private static final long CREATED = 1_800_000_000_000L;

    private final AtomicLong clock = new AtomicLong();
    private final Watermarks watermarks = new Watermarks(clock::get, 0);

    @Test
    void quickClaimsBeginAtTheFront() {
        poll(Duration.ofMillis(19));
        claim(spot(0, CREATED));

        assertThat(watermarks.ranges(List.of(QUEUE))).isEmpty();
    }

    @Test
    void slowClaimOfFewHasAnotherReason() {
        var ofTwo = new Watermarks(clock::get, 2);
        clock.addAndGet(Duration.ofMillis(100).toNanos());
        ofTwo.polled(List.of(QUEUE), 0, 0);
        for (int claims = 0; claims <= 2; claims++) {
            assertThat(ofTwo.ranges(List.of(QUEUE)))
                    .as("after %d claims", claims)
                    .isEmpty();
            var spot = spot(0, CREATED);
            ofTwo.claimed(List.of(spot), Set.of(spot.id()));
        }

        assertThat(ofTwo.ranges(List.of(QUEUE))).hasSize(3);
    }

    @Test
    void claimsThatFollowASlowOneBeginWhereItEnded() {
        poll(Duration.ofMillis(100));
        claim(spot(0, CREATED), spot(0, CREATED + 1000));

        assertThat(watermarks.ranges(List.of(QUEUE)))
                .containsExactly(
                        new Range(QUEUE, Integer.MIN_VALUE, Long.MIN_VALUE, -1),
                        new Range(QUEUE, 0, CREATED + 500, 0),
                        new Range(QUEUE, 1, Long.MIN_VALUE, Integer.MAX_VALUE));
    }

    @Test
    void everyPriorityHasAMarkOfItsOwn() {
        poll(Duration.ofMillis(100));
        claim(spot(-5, CREATED + 9000), spot(3, CREATED));

        assertThat(watermarks.ranges(List.of(QUEUE)))
                .containsExactly(
                        new Range(QUEUE, Integer.MIN_VALUE, Long.MIN_VALUE, -6),
                        new Range(QUEUE, -5, CREATED + 8500, -5),
                        new Range(QUEUE, -4, Long.MIN_VALUE, 2),
                        new Range(QUEUE, 3, CREATED - 500, 3),
                        new Range(QUEUE, 4, Long.MIN_VALUE, Integer.MAX_VALUE));
    }

    @Test
    void queueWithTooManyPrioritiesHasNoMarks() {
        poll(Duration.ofMillis(100));
        claim(IntStream.range(0, 17).mapToObj(rank -> spot(rank, CREATED)).toArray(Spot[]::new));

        assertThat(watermarks.ranges(List.of(QUEUE))).isEmpty();
    }

    @Test
    void markStopsBeforeWhatWasPassedOver() {
        poll(Duration.ofMillis(100));
        var first = spot(0, CREATED);
        var passedOver = spot(0, CREATED + 1000);
        var last = spot(0, CREATED + 2000);
        watermarks.claimed(List.of(first, passedOver, last), Set.of(first.id(), last.id()));

        assertThat(watermarks.ranges(List.of(QUEUE))).contains(new Range(QUEUE, 0, CREATED - 500, 0));
    }

    @Test
    void frontIsReadAgainAfterAWhile() {
        poll(Duration.ofMillis(100));
        claim(spot(0, CREATED));
        clock.addAndGet(Duration.ofMillis(2999).toNanos());
        assertThat(watermarks.ranges(List.of(QUEUE))).hasSize(3);
        clock.addAndGet(Duration.ofMillis(1).toNanos());

        assertThat(watermarks.ranges(List.of(QUEUE))).isEmpty();
    }

    @Test
    void queueWithoutMarksIsReadWholeBesideOneThatHasThem() {
        poll(Duration.ofMillis(100));
        claim(spot(0, CREATED));

        assertThat(watermarks.ranges(List.of(8, QUEUE)))
                .hasSize(4)
                .startsWith(new Range(8, Integer.MIN_VALUE, Long.MIN_VALUE, Integer.MAX_VALUE));
    }

    @Test
    void otherQueuesAreNotConcerned() {
        poll(Duration.ofMillis(100));
        claim(spot(0, CREATED));

        assertThat(watermarks.ranges(List.of(8))).isEmpty();
    }

    private void poll(Duration took) {
        long began = clock.get();
        clock.addAndGet(took.toNanos());
        watermarks.polled(List.of(QUEUE), began, 0);
    }

    private void claim(Spot... spots) {
        watermarks.claimed(List.of(spots), List.of(spots).stream().map(Spot::id).collect(Collectors.toSet()));
    }

    private static Spot spot(int rank, long createdAt) {
        return new Spot(QUEUE, rank, createdAt, ExecutionId.solo(new LaneId("lane"), PartitionConfig.DEFAULT));
    }
}
