package io.flowfabric.server.http.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Scope;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.server.http.Principal;
import io.flowfabric.server.http.Principal.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AnswerMemoryTest {
    private static final long WHOLE = AnswerMemory.WHOLE;

    private final AnswerMemory memory = new AnswerMemory(8 * WHOLE, Duration.ZERO);

    @Test
    void whatDoesNotFitIsRefusedUntilSomethingHasLeft() {
        var shares = new ArrayList<AnswerMemory.Share>();
        for (int i = 0; i < 8; i++) {
            shares.add(memory.reserve(Principal.ANYBODY, WHOLE));
        }
        assertFull(Principal.ANYBODY);

        shares.get(0).close();
        shares.get(0).close();

        memory.reserve(Principal.ANYBODY, WHOLE);
        assertFull(Principal.ANYBODY);
    }

    @Test
    void anAnswerThatIsSmallGivesBackTheRest() {
        for (int i = 0; i < 100; i++) {
            memory.reserve(Principal.ANYBODY, WHOLE).shrinkTo(1000);
        }
        assertThat(memory.used()).isEqualTo(100_000);
    }

    @Test
    void oneThatWaitsIsServedWhenAnotherHasLeft() throws Exception {
        var memoryWithTimeout = new AnswerMemory(WHOLE, Duration.ofMinutes(1));
        var first = memoryWithTimeout.reserve(Principal.ANYBODY, WHOLE);
        var waiting = waiting(memoryWithTimeout, Principal.ANYBODY);

        first.close();

        waiting.get().close();
        assertThat(memoryWithTimeout.used()).isZero();
    }

    @Test
    void callsOfAKeyWaitForItsShareAndNoOtherKeyWaitsBehindThem() throws Exception {
        var memoryWithTimeout = new AnswerMemory(8 * WHOLE, Duration.ofMinutes(1));
        var first = memoryWithTimeout.reserve(key("busy"), WHOLE);
        var second = memoryWithTimeout.reserve(key("busy"), WHOLE);
        var third = waiting(memoryWithTimeout, key("busy"));

        memoryWithTimeout.reserve(key("modest"), WHOLE).close();
        assertThat(third).isNotDone();
        second.close();

        third.get().close();
        first.close();
        assertThat(memoryWithTimeout.used()).isZero();
    }

    @Test
    void aKeyWithAShareLeavesTheRestToOthers() {
        memory.reserve(key("greedy"), WHOLE);
        memory.reserve(key("greedy"), WHOLE);

        assertFull(key("greedy"));
        assertThatThrownBy(() -> memory.requireShare(key("greedy"))).isInstanceOf(ResourceExhaustedException.class);
        memory.requireShare(key("modest"));
        memory.reserve(key("modest"), WHOLE);
    }

    @Test
    void whatWasCountedAfterwardsLeavesRoomForSmallAnswersOnly() {
        assertThat(memory.bytes()).isEqualTo(Limits.ANSWER_BYTES);
        var claims = memory.none(Principal.ANYBODY);
        claims.growTo(1000);
        assertThat(memory.used()).as("a small answer").isZero();

        claims.growTo(20 * WHOLE);

        assertThat(memory.bytes()).isEqualTo(65_536);
        claims.close();
        assertThat(memory.isFree()).isTrue();
    }

    /** A call that waits for memory. */
    private static FutureTask<AnswerMemory.Share> waiting(AnswerMemory memory, Principal principal) {
        var waiting = new FutureTask<>(() -> memory.reserve(principal, WHOLE));
        var thread = new Thread(waiting, "waiting");
        thread.setDaemon(true);
        thread.start();
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        return waiting;
    }

    private void assertFull(Principal principal) {
        assertThatThrownBy(() -> memory.reserve(principal, WHOLE))
                .isInstanceOfSatisfying(ResourceExhaustedException.class, full -> {
                    assertThat(full.resource()).isEqualTo(ResourceExhaustedException.Resource.MEMORY);
                    assertThat(full.retryAfter()).isPresent();
                });
    }

    private static Principal key(String name) {
        return new Principal(
                name,
                name,
                Set.of(Scope.READ),
                Optional.empty(),
                new Principal.Limits(Limit.USUAL, Limit.USUAL, Limit.USUAL));
    }
}
