package io.flowfabric.engine.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.store.Doorbell;
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

    private final Doorbell bell = new Doorbell();
    private final Patience patience = new Patience(Duration.ofHours(1));
    private final WaitingCalls calls = new WaitingCalls();
    private final AtomicReference<Optional<String>> there = new AtomicReference<>(Optional.empty());

    @AfterEach
    void close() {
        patience.close();
    }

    @Test
    void callIsParkedBetweenALookThatFoundNothingAndTheNextRing() {
        var answer = patience.park(watched(), unwanted -> {});

        assertThat(calls.list()).containsExactly(new WaitingCall(Catalogue.CLAIM, REQUEST, true));

        there.set(Optional.of("work"));
        bell.ring();
        assertThat(answer.join()).contains("work");
        assertThat(calls.list()).isEmpty();
    }

    @Test
    void callThatWasWokenIsNotParkedUntilItHasLooked() {
        var vigil = watched();
        assertThat(vigil.step(false)).isEmpty();
        assertThat(calls.list()).extracting(WaitingCall::parked).containsExactly(true);

        bell.ring();
        assertThat(calls.list()).extracting(WaitingCall::parked).containsExactly(false);

        assertThat(vigil.step(false)).isEmpty();
        assertThat(calls.list()).extracting(WaitingCall::parked).containsExactly(true);
    }

    @Test
    void callThatIsAnsweredAtOnceIsNeverListed() {
        there.set(Optional.of("work"));

        assertThat(patience.await(watched())).contains("work");

        assertThat(calls.list()).isEmpty();
    }

    @Test
    void cancelledCallIsListedNoLonger() {
        patience.park(watched(), unwanted -> {}).cancel(false);

        assertThat(calls.list()).isEmpty();
    }

    @Test
    void callThatIsCancelledDuringItsLookIsListedNoLonger() {
        var answer = new AtomicReference<CompletableFuture<Boolean>>();
        var looked = new CompletableFuture<Boolean>();
        var vigil = patience.until(found -> found, LONG_WAIT_MS, bell, () -> {
            Optional.ofNullable(answer.get()).ifPresent(parked -> looked.complete(parked.cancel(false)));
            return false;
        });
        answer.set(patience.park(calls.watched(Catalogue.CLAIM, REQUEST, vigil), unwanted -> {}));
        bell.ring();

        assertThat(looked.join()).isTrue();
        patience.close();
        assertThat(calls.list()).isEmpty();
    }

    private Vigil<Optional<String>> watched() {
        return calls.watched(
                Catalogue.CLAIM, REQUEST, patience.until(Optional::isPresent, LONG_WAIT_MS, bell, there::get));
    }
}
