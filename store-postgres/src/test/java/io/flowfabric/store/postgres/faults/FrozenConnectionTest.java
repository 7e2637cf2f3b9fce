package io.flowfabric.store.postgres.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.store.postgres.faults.Aim.Direction;
import io.flowfabric.store.postgres.faults.Aim.Fault;
import io.flowfabric.store.testkit.LongRuns;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A connection to the server freezes at a chosen message: nothing passes any more, and neither end learns of it. The call is
 * answered by its deadline and tells the truth, and the connection is given up.
 */
@Timeout(600)
class FrozenConnectionTest {
    private static final Duration CALL_TIMEOUT = Duration.ofMillis(300);
    private static final int CONNECTIONS = 2;
    private static final int MOST_TRIES = 200;

    /** How many messages lie between two that are tried. */
    private static final int STRIDE = LongRuns.rounds(1, 20);

    private FaultyLink link;

    @BeforeEach
    void open() throws Exception {
        link = FaultyLink.open(CALL_TIMEOUT, CONNECTIONS);
    }

    @AfterEach
    void close() throws Exception {
        link.close();
    }

    @ParameterizedTest
    @EnumSource
    void callThatIsToldThatNothingWasWrittenHasWrittenNothing(Direction direction) {
        boolean met = true;
        for (int message = 2; met; message += STRIDE) {
            var id = link.watcher().create();
            var claim = link.watcher().claim(1, Duration.ZERO).get(0);

            var timeout = complete(claim, new Aim(direction, message, Fault.FREEZE));
            met = link.proxy().hasFired();
            link.proxy().cutAll();

            boolean completed = link.watcher().result(id).isPresent();
            timeout.ifPresentOrElse(
                    late -> assertThat(completed && !late.mayHaveBeenApplied())
                            .as("stored although it was denied")
                            .isFalse(),
                    () -> assertThat(completed).isTrue());
        }
    }

    private Optional<OperationTimeoutException> complete(Claim claim, Aim aim) {
        link.proxy().arm(aim);
        try {
            link.client().complete(claim);
            return Optional.empty();
        } catch (OperationTimeoutException late) {
            return Optional.of(late);
        } finally {
            link.proxy().disarm();
        }
    }

    @ParameterizedTest
    @EnumSource
    void moreFrozenConnectionsThanThePoolHasDoNotEndTheStore(Direction direction) {
        for (int i = 0; i < CONNECTIONS + 2; i++) {
            freezeOne(direction);
        }

        ExecutionId id = untilAnswered();
        assertThat(link.watcher().find(id)).isPresent();
    }

    private void freezeOne(Direction direction) {
        boolean met = false;
        for (int tries = 0; !met; tries++) {
            assertThat(tries).as("calls that got no connection").isLessThan(MOST_TRIES);
            link.proxy().arm(new Aim(direction, 3, Fault.FREEZE));
            try {
                link.client().create();
            } catch (OperationTimeoutException late) {
                // What the frozen connection leads to.
            } finally {
                link.proxy().disarm();
            }
            met = link.proxy().hasFired();
        }
    }

    /** The pool may still be replacing what was given up. */
    private ExecutionId untilAnswered() {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            try {
                return link.client().create();
            } catch (OperationTimeoutException late) {
                // Then again.
            }
        }
        throw new AssertionError("no call is answered any more");
    }
}
