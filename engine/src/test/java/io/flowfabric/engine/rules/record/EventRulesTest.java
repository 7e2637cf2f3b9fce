package io.flowfabric.engine.rules.record;

import static io.flowfabric.engine.rules.Given.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Given;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.event.EventSubject;
import io.flowfabric.model.event.InstanceTagEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.OperatorEvent;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.event.kind.OperatorEventType;
import io.flowfabric.model.event.kind.RevokedBy;
import io.flowfabric.model.event.kind.WorkerEventKind;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.filter.ScannerFilter.InstanceTag;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.model.worker.WorkerKey;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** 06 §6 — which events a subscriber is shown, and from where. */
class EventRulesTest {
    private static final Namespace TESTS = new Namespace("tests");
    private static final Function<ExecutionId, Optional<Tags>> RED =
            id -> id.equals(Given.ID) ? Optional.of(Tags.of(Map.of("shop.colour", "red"))) : Optional.empty();
    private static final Function<ExecutionId, Optional<Tags>> UNASKED = id -> {
        throw new AssertionError("the tags of " + id + " were read");
    };

    @ParameterizedTest
    @CsvSource({"0, false", "1, true", "1000, true", "1001, false"})
    void pageHoldsOneToAThousandEvents(int limit, boolean taken) {
        assertThat(EventRules.checkLimit(limit).isEmpty()).isEqualTo(taken);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, true", "0, 5, true", "5, 5, true", "6, 5, false", "-1, 5, false", "1, 0, false"})
    void placeIsOneThatTheOutboxHasReached(long position, long newest, boolean taken) {
        assertThat(EventRules.checkPlace(position, newest).isEmpty()).isEqualTo(taken);
    }

    @Test
    void refusedPlaceNamesNoPositions() {
        var refusal = EventRules.checkPlace(777, 333).orElseThrow();

        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refusal.message()).doesNotContain("777", "333");
    }

    @ParameterizedTest
    @CsvSource({"4, 5, true", "5, 5, false", "6, 5, false", "0, 0, false"})
    void gapIsBehindAPlaceOfWhichLaterEventsAreGone(long position, long trimmedTo, boolean gap) {
        assertThat(EventRules.hasGap(position, trimmedTo)).isEqualTo(gap);
    }

    @ParameterizedTest
    @CsvSource({"1, true", "4, true", "5, false"})
    void fourMoreBatchesAreReadForAPageThatHasSomethingToReturn(int batchesWithNews, boolean more) {
        assertThat(EventRules.readsOn(batchesWithNews)).isEqualTo(more);
    }

    @Test
    void onlyATagThatEventsDoNotCarryIsRead() {
        assertThat(EventRules.needsTags(ScannerFilter.NONE)).isFalse();
        assertThat(EventRules.needsTags(in("tests"))).isFalse();
        assertThat(EventRules.needsTags(tagged(Tags.INSTANCE_ID, "i-42"))).isFalse();
        assertThat(EventRules.needsTags(tagged("shop.colour", "red"))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"'', true", "LEASE, true", "LEASE WORKER, true", "WORKER, false"})
    void noFamiliesMeansAllAndSomeMeansThose(String families, boolean shown) {
        assertThat(EventRules.shows(families(families), ScannerFilter.NONE, revoked(RevokedBy.OPERATOR), UNASKED))
                .isEqualTo(shown);
    }

    @ParameterizedTest
    @MethodSource
    void filterShowsWhatItMatches(ScannerFilter filter, Event event, boolean shown) {
        assertThat(EventRules.shows(Set.of(), filter, event, RED)).isEqualTo(shown);
    }

    static Stream<Arguments> filterShowsWhatItMatches() {
        var lease = revoked(RevokedBy.OPERATOR);
        var worker = worker(Optional.empty());
        return Stream.of(
                Arguments.of(in("tests"), lease, true),
                Arguments.of(in("others"), lease, false),
                Arguments.of(in("tests"), worker, true),
                Arguments.of(in("others"), worker, false),
                Arguments.of(tagged(Tags.INSTANCE_ID, "i-42"), lease, true),
                Arguments.of(tagged(Tags.INSTANCE_ID, "i-43"), lease, false),
                Arguments.of(tagged(Tags.INSTANCE_ID, "i-42"), worker, false),
                Arguments.of(tagged("shop.colour", "red"), lease, true),
                Arguments.of(tagged("shop.colour", "blue"), lease, false),
                Arguments.of(tagged("shop.size", "red"), lease, false),
                Arguments.of(tagged("shop.colour", "red"), worker, false));
    }

    @Test
    void instanceTagIsReadFromTheEventItself() {
        assertThat(EventRules.shows(Set.of(), tagged(Tags.INSTANCE_ID, "i-42"), revoked(RevokedBy.OPERATOR), UNASKED))
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource
    void leaseIsTakenAwayUnlessItsHolderEndedIt(Event event, boolean takenAway) {
        assertThat(EventRules.isTakenAway(event)).isEqualTo(takenAway);
    }

    static Stream<Arguments> leaseIsTakenAwayUnlessItsHolderEndedIt() {
        return Stream.of(
                Arguments.of(lease(LeaseEventType.EXPIRED, Optional.empty(), Optional.empty()), true),
                Arguments.of(lease(LeaseEventType.REVOKED, Optional.empty(), Optional.empty()), true),
                Arguments.of(revoked(RevokedBy.OPERATOR), true),
                Arguments.of(revoked(RevokedBy.RECONCILER), true),
                Arguments.of(revoked(RevokedBy.BACKEND), false),
                Arguments.of(lease(LeaseEventType.ACQUIRED, Optional.empty(), Optional.empty()), false),
                Arguments.of(lease(LeaseEventType.RENEWED, Optional.empty(), Optional.empty()), false),
                Arguments.of(lease(LeaseEventType.RECLAIMED, Optional.empty(), Optional.empty()), false),
                Arguments.of(worker(Optional.empty()), false));
    }

    @ParameterizedTest
    @CsvSource({
        "'', lease, true",
        "'', unheard_of, true",
        "LEASE WORKER, lease, true",
        "WORKER, lease, false",
        "WORKER, unheard_of, false",
        "WORKER, '', true",
    })
    void damageIsToldToSubscribersOfItsFamily(String families, String damaged, boolean told) {
        assertThat(EventRules.showsDamage(families(families), ScannerFilter.NONE, damaged))
                .isEqualTo(told);
    }

    @Test
    void damageIsNotToldToSubscribersThatFilter() {
        assertThat(EventRules.showsDamage(Set.of(), in("tests"), "lease")).isFalse();
        assertThat(EventRules.showsDamage(Set.of(EventFamily.LEASE), tagged(Tags.INSTANCE_ID, "i-42"), "lease"))
                .isFalse();
    }

    @ParameterizedTest
    @MethodSource
    void eventWeighsWhatItsTextsAreLong(Event event, long bytes) {
        assertThat(EventRules.contentBytes(event)).isEqualTo(bytes);
    }

    static Stream<Arguments> eventWeighsWhatItsTextsAreLong() {
        int tag = "i-42".length();
        return Stream.of(
                Arguments.of(lease(LeaseEventType.RENEWED, Optional.empty(), Optional.empty()), tag),
                Arguments.of(lease(LeaseEventType.REVOKED, Optional.of("drained"), Optional.empty()), tag + 7),
                Arguments.of(worker(Optional.empty()), 0),
                Arguments.of(worker(Optional.of("lost")), 4),
                Arguments.of(new InstanceTagEvent(subject(), "i-42-b"), tag + 6),
                Arguments.of(new OperatorEvent(subject(), OperatorEventType.REPLAYED, Map.of()), tag),
                Arguments.of(
                        new OperatorEvent(
                                subject(),
                                OperatorEventType.PRIORITY_CHANGED,
                                Map.of("reason", "urgent", "new_priority", 100)),
                        tag + 6 + 6 + 12 + 3));
    }

    private static LeaseEvent revoked(RevokedBy by) {
        return lease(LeaseEventType.REVOKED, Optional.empty(), Optional.of(by));
    }

    private static LeaseEvent lease(LeaseEventType type, Optional<String> reason, Optional<RevokedBy> by) {
        return new LeaseEvent(subject(), type, Given.eligible().by("w1").holder(1), 0, reason, by);
    }

    private static WorkerEvent worker(Optional<String> reason) {
        return new WorkerEvent(
                new WorkerKey(TESTS, new WorkerInstanceId("w1-a")), WorkerEventKind.MARKED_DEAD, reason, T0);
    }

    private static EventSubject subject() {
        return new EventSubject(Given.ID, TESTS, Optional.of("i-42"), T0);
    }

    private static ScannerFilter in(String namespace) {
        return new ScannerFilter(Optional.of(new Namespace(namespace)), Optional.empty());
    }

    private static ScannerFilter tagged(String key, String value) {
        return new ScannerFilter(Optional.empty(), Optional.of(new InstanceTag(key, value)));
    }

    private static Set<EventFamily> families(String names) {
        var families = EnumSet.noneOf(EventFamily.class);
        Arrays.stream(names.split(" "))
                .filter(name -> !name.isEmpty())
                .map(EventFamily::valueOf)
                .forEach(families::add);
        return families;
    }
}
