package io.flowfabric.engine.rules.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.CursorLease;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.cursor.AcquireCursor;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome.Acquired;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome.Held;
import io.flowfabric.model.op.cursor.AdvanceCursor;
import io.flowfabric.model.op.cursor.DeleteCursorOutcome;
import io.flowfabric.model.op.cursor.ReleaseCursor;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CursorRulesTest {
    private static final CursorKey KEY = new CursorKey(new Namespace("shop"), new CursorName("billing"));
    private static final long NOW = 1_000;
    private static final long TTL = 300;

    @Test
    void newCursorIsCreatedAtTheStart() {
        var decision = CursorRules.acquire(Optional.empty(), by("s1"), at(7), NOW);

        assertThat(decision.answer().orThrow()).isEqualTo(new Acquired(at(7), 1, NOW + TTL));
        assertThat(decision.changes()).containsExactly(new Change.CursorCreated(held(7, 1, "s1", NOW + TTL, NOW)));
        assertThat(decision.events()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "s2, 1001, held",
        "s2, 1000, 5",
        "s2, 999, 5",
        "s1, 1001, 4",
        "s1, 1000, 5",
    })
    void cursorOfS1AtEpoch4IsTakenWhenItsLeaseHasEnded(String who, long leaseEnd, String epoch) {
        var found = Optional.of(held(7, 4, "s1", leaseEnd, 0));

        var decision = CursorRules.acquire(found, by(who), at(99), NOW);

        if (epoch.equals("held")) {
            assertThat(decision.answer().orThrow()).isEqualTo(new Held(new SubscriberId("s1"), leaseEnd));
            assertThat(decision.changes()).isEmpty();
        } else {
            assertThat(decision.answer().orThrow()).isEqualTo(new Acquired(at(7), Long.parseLong(epoch), NOW + TTL));
            assertThat(decision.changes())
                    .containsExactly(new Change.CursorMoved(held(7, Long.parseLong(epoch), who, NOW + TTL, NOW)));
        }
    }

    @Test
    void freeCursorIsTakenAtTheNextEpoch() {
        var decision = CursorRules.acquire(Optional.of(free(7, 4)), by("s1"), at(99), NOW);

        assertThat(decision.answer().orThrow()).isEqualTo(new Acquired(at(7), 5, NOW + TTL));
    }

    @ParameterizedTest
    @CsvSource({
        "s1, 4, 9, moved",
        "s1, 4, 7, moved",
        "s1, 4, 6, INVALID_INPUT",
        "s1, 3, 9, STALE_LEASE",
        "s1, 5, 9, STALE_LEASE",
        "s2, 4, 9, STALE_LEASE",
    })
    void onlyTheHolderMovesACursorAndOnlyForward(String who, long epoch, long to, String told) {
        var found = Optional.of(held(7, 4, "s1", NOW - 1, 0));

        var moved = CursorRules.advance(
                found, new AdvanceCursor(KEY.namespace(), KEY.name(), new SubscriberId(who), epoch, at(to), TTL), NOW);
        var released = CursorRules.release(
                found, new ReleaseCursor(KEY.namespace(), KEY.name(), new SubscriberId(who), epoch, at(to)), NOW);

        if (told.equals("moved")) {
            assertThat(moved.changes()).containsExactly(new Change.CursorMoved(held(to, 4, "s1", NOW + TTL, NOW)));
            assertThat(released.changes()).containsExactly(new Change.CursorMoved(freeAt(to, 4, NOW)));
        } else {
            assertThat(moved.refusal().orElseThrow().code()).isEqualTo(ErrorCode.valueOf(told));
            assertThat(released.refusal().orElseThrow().code()).isEqualTo(ErrorCode.valueOf(told));
            assertThat(moved.changes()).isEmpty();
            assertThat(released.changes()).isEmpty();
        }
    }

    @Test
    void freeOrDeletedCursorHasNoHolder() {
        var args = new AdvanceCursor(KEY.namespace(), KEY.name(), new SubscriberId("s1"), 4, at(9), TTL);

        assertThat(CursorRules.advance(Optional.of(free(7, 4)), args, NOW)
                        .refusal()
                        .orElseThrow()
                        .message())
                .contains("billing", "free since epoch 4", "s1 holds epoch 4");
        assertThat(CursorRules.advance(Optional.empty(), args, NOW)
                        .refusal()
                        .orElseThrow()
                        .message())
                .contains("not stored");
    }

    @Test
    void repeatedReleaseChangesNothingAndAnotherOneIsRefused() {
        var again = new ReleaseCursor(KEY.namespace(), KEY.name(), new SubscriberId("s1"), 4, at(7));
        var further = new ReleaseCursor(KEY.namespace(), KEY.name(), new SubscriberId("s1"), 4, at(8));

        assertThat(CursorRules.release(Optional.of(free(7, 4)), again, NOW).changes())
                .isEmpty();
        assertThat(CursorRules.release(Optional.of(free(7, 4)), again, NOW).refusal())
                .isEmpty();
        assertThat(CursorRules.release(Optional.of(free(7, 4)), further, NOW)
                        .refusal()
                        .orElseThrow()
                        .code())
                .isEqualTo(ErrorCode.STALE_LEASE);
    }

    @Test
    void leaseThatNeverEndsDoesNotOverflow() {
        var forever = new AcquireCursor(KEY.namespace(), KEY.name(), new SubscriberId("s1"), at(0), Long.MAX_VALUE, 0);

        assertThat(CursorRules.acquire(Optional.empty(), forever, at(0), NOW)
                        .answer()
                        .orThrow())
                .isEqualTo(new Acquired(at(0), 1, Long.MAX_VALUE));
    }

    @Test
    void positionIsAPlaceAndNotWhateverIsNewest() {
        assertThat(CursorRules.checkPosition(at(0))).isEmpty();
        assertThat(CursorRules.checkPosition(EventCursor.FROM_NOW).orElseThrow().detail())
                .isEqualTo("position: empty");
    }

    @Test
    void heldCursorCanBeDeleted() {
        var deleted = CursorRules.delete(Optional.of(held(7, 4, "s1", NOW + 1, 0)));

        assertThat(deleted.answer().orThrow()).isEqualTo(new DeleteCursorOutcome.Deleted());
        assertThat(deleted.changes()).containsExactly(new Change.CursorRemoved(KEY));
        assertThat(CursorRules.delete(Optional.empty())).isEqualTo(Decision.of(new DeleteCursorOutcome.NotFound()));
    }

    @Test
    void callerThatLostACursorIsToldWhoHoldsIt() {
        var args = new AdvanceCursor(KEY.namespace(), KEY.name(), new SubscriberId("s2"), 3, at(9), TTL);

        assertThat(CursorRules.advance(Optional.of(held(7, 4, "s1", NOW + 1, 0)), args, NOW)
                        .refusal()
                        .orElseThrow()
                        .message())
                .contains("held by s1 at epoch 4, s2 holds epoch 3");
    }

    private static AcquireCursor by(String who) {
        return new AcquireCursor(KEY.namespace(), KEY.name(), new SubscriberId(who), EventCursor.START, TTL, 0);
    }

    private static NamedCursor held(long position, long epoch, String holder, long leaseEnd, long changedAt) {
        var lease = new CursorLease(new SubscriberId(holder), leaseEnd);
        return new NamedCursor(KEY, at(position), epoch, Optional.of(lease), changedAt);
    }

    private static NamedCursor free(long position, long epoch) {
        return freeAt(position, epoch, 0);
    }

    private static NamedCursor freeAt(long position, long epoch, long changedAt) {
        return new NamedCursor(KEY, at(position), epoch, Optional.empty(), changedAt);
    }

    private static EventCursor at(long number) {
        return EventCursor.ofNumber(number);
    }
}
