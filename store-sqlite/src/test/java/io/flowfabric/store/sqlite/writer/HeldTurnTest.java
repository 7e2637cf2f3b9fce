package io.flowfabric.store.sqlite.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.store.sqlite.Outbox;
import io.flowfabric.store.sqlite.SqliteStoreProvider;
import io.flowfabric.store.sqlite.turn.TurnHolder;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.chaos.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another process has the turn and does not give it up, as one that was stopped in the middle of a write. */
class HeldTurnTest {

    private static final Duration SHORT_TIMEOUT = Duration.ofMillis(300);

    /** So many units are surely more than the queue and the group before it hold. */
    private static final int TOO_MANY = WriteQueue.Bounds.DEFAULT.units() + WriteQueue.Bounds.DEFAULT.groupUnits() + 1;

    /** Two engines on one store: one gives up soon, the other has all the time it takes. */
    private Client clientWithShortTimeout;

    private Client client;
    private ChildJvm holder;

    @BeforeEach
    void holdTheTurn(@TempDir Path directory) throws Exception {
        Path database = directory.resolve("a.db");
        var store = new SqliteStoreProvider().open("sqlite:" + database, StoreOptions.DEFAULT);
        var settings = EngineSettings.DEFAULT.withTimers(false);
        clientWithShortTimeout = Client.of(store, settings.withCallTimeout(SHORT_TIMEOUT));
        client = Client.of(store, settings);
        holder = TurnHolder.start(database);
    }

    @AfterEach
    void close() throws Exception {
        holder.close();
        client.close();
    }

    @Test
    void callerIsToldAtItsDeadlineThatNothingWasWritten() {
        long begun = System.nanoTime();
        var timeout = catchThrowableOfType(OperationTimeoutException.class, clientWithShortTimeout::create);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(SHORT_TIMEOUT);
        assertThat(timeout.mayHaveBeenApplied()).isFalse();
        assertThat(timeout.elapsed()).isPositive();
        assertThat(holder.process().isAlive()).as("the turn is still held").isTrue();
    }

    @Test
    void readsGoOn() {
        assertThat(clientWithShortTimeout.ids()).isEmpty();
    }

    @Test
    void whatTimedOutInTheQueueIsNeverWritten() {
        assertThatThrownBy(clientWithShortTimeout::create).isInstanceOf(OperationTimeoutException.class);
        holder.kill();
        var id = client.create();
        assertThat(client.ids()).containsExactly(id);
    }

    @Test
    void storeWorksOnWhenTheHolderIsGone() {
        assertThatThrownBy(clientWithShortTimeout::create).isInstanceOf(OperationTimeoutException.class);
        holder.kill();
        var id = client.create();
        client.complete(client.claim(1, Duration.ZERO).get(0));
        assertThat(Outbox.of(client.events()).completions()).containsOnlyKeys(id);
    }

    @Test
    void queueIsBoundedByCount() {
        var refused = firstRefusal(0, TOO_MANY);
        assertThat(refused.pool()).isEqualTo("write_queue");
        assertThat(refused.max()).isEqualTo(WriteQueue.Bounds.DEFAULT.units());
    }

    @Test
    void queueIsBoundedByBytes() {
        long weight = 1 << 20;
        var refused = firstRefusal(weight, TOO_MANY);
        assertThat(refused.pool()).isEqualTo("write_queue_bytes");
        assertThat(refused.max()).isEqualTo(WriteQueue.Bounds.DEFAULT.bytes());
    }

    /** The answer to the first unit that was refused at once, of so many at most. */
    private ResourceExhaustedException firstRefusal(long weight, int units) {
        var hour = Deadline.in(Duration.ofHours(1));
        for (int i = 0; i < units; i++) {
            CompletableFuture<Boolean> answer = client.store().write(weight, hour, tx -> true);
            if (answer.isDone()) {
                return (ResourceExhaustedException) catchThrowable(answer::join).getCause();
            }
        }
        throw new AssertionError("None of " + units + " units was refused");
    }
}
