package io.flowfabric.engine.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.wakeup.Doorbell;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WaitingCallsTest {
    private static final long LONG_WAIT_MS = 30_000;
    private static final String REQUEST = "request";

    private final Doorbell doorbell = new Doorbell();
    private final LongPolls longPolls = new LongPolls(new FallbackPoll(Duration.ofHours(1), () -> {}));
    private final WaitingCalls calls = new WaitingCalls();
    private final AtomicReference<Optional<String>> there = new AtomicReference<>(Optional.empty());

    @AfterEach
    void close() {
        longPolls.close();
    }

    @Test
    void callIsParkedBetweenAPollThatFoundNothingAndTheNextRing() {
        var answer = longPolls.park(watched(), unwanted -> {});

        assertThat(calls.list()).containsExactly(new WaitingCall(Catalogue.CLAIM, REQUEST, true));

        there.set(Optional.of("work"));
        doorbell.ring();
        assertThat(answer.join()).contains("work");
        assertThat(calls.list()).isEmpty();
    }

    @Test
    void callThatWasWokenIsNotParkedUntilItHasPolled() {
        var longPoll = watched();
        assertThat(longPoll.step(false)).isEmpty();
        assertThat(calls.list()).extracting(WaitingCall::parked).containsExactly(true);

        doorbell.ring();
        assertThat(calls.list()).extracting(WaitingCall::parked).containsExactly(false);

        assertThat(longPoll.step(false)).isEmpty();
        assertThat(calls.list()).extracting(WaitingCall::parked).containsExactly(true);
    }

    @Test
    void callThatIsAnsweredAtOnceIsNeverListed() {
        there.set(Optional.of("work"));

        assertThat(longPolls.await(watched())).contains("work");

        assertThat(calls.list()).isEmpty();
    }

    @Test
    void cancelledCallIsListedNoLonger() {
        longPolls.park(watched(), unwanted -> {}).cancel(false);

        assertThat(calls.list()).isEmpty();
    }

    @Test
    void callThatIsCancelledDuringItsPollIsListedNoLonger() {
        var answer = new AtomicReference<CompletableFuture<Boolean>>();
        var looked = new CompletableFuture<Boolean>();
        var longPoll = longPolls.until(found -> found, LONG_WAIT_MS, doorbell, () -> {
            Optional.ofNullable(answer.get()).ifPresent(parked -> looked.complete(parked.cancel(false)));
            return false;
        });
        answer.set(longPolls.park(calls.watched(Catalogue.CLAIM, REQUEST, longPoll), unwanted -> {}));
        doorbell.ring();

        assertThat(looked.join()).isTrue();
        longPolls.close();
        assertThat(calls.list()).isEmpty();
    }

    private LongPoll<Optional<String>> watched() {
        return calls.watched(
                Catalogue.CLAIM, REQUEST, longPolls.until(Optional::isPresent, LONG_WAIT_MS, doorbell, there::get));
    }
}
