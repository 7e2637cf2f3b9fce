package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.HeldException;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.store.testkit.Client;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers' transactions last as long as callers like, and may see the past: queues are removed beside them all the same. */
class CallersQueueTest {
    private final String address = TestPostgres.freshAddress();
    private Client client;
    private Client other;
    private Connection caller;

    @BeforeEach
    void open() throws SQLException {
        client = Client.of(TestPostgres.open(address));
        other = Client.of(TestPostgres.open(address));
        caller = TestPostgres.connect(address);
        caller.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        caller.close();
        other.close();
        client.close();
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                Connection.TRANSACTION_READ_COMMITTED,
                Connection.TRANSACTION_REPEATABLE_READ,
                Connection.TRANSACTION_SERIALIZABLE
            })
    void queueThatIsGoneSinceTheTransactionBeganIsAddedAnew(int isolation) throws SQLException {
        int number = emptyQueue();
        caller.setTransactionIsolation(isolation);
        takeSnapshot();
        assertThat(remove(number)).isEqualTo(1);

        var id = submit();
        caller.commit();

        assertThat(queues()).singleElement().extracting(Queue::number).isNotEqualTo(number);
        assertThat(claimed()).containsExactly(id);
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_REPEATABLE_READ})
    void queueThatIsAddedSinceTheTransactionBeganIsUsed(int isolation) throws SQLException {
        caller.setTransactionIsolation(isolation);
        takeSnapshot();
        var first = other.create();

        var second = submit();
        caller.commit();

        assertThat(queues()).hasSize(1);
        assertThat(claimed()).containsExactlyInAnyOrder(first, second);
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_REPEATABLE_READ})
    void openTransactionKeepsItsQueueAndDelaysNoOther(int isolation) throws SQLException {
        int number = emptyQueue();
        caller.setTransactionIsolation(isolation);
        var id = submit();

        assertThatThrownBy(() -> tryRemove(number)).hasCauseInstanceOf(HeldException.class);
        var beside = other.create();
        caller.commit();

        assertThat(tryRemove(number)).isZero();
        assertThat(claimed()).containsExactlyInAnyOrder(id, beside);
    }

    @Test
    void queueOfASubmissionThatWasRolledBackGoes() throws SQLException {
        submit();
        int number = queues().get(0).number();
        assertThatThrownBy(() -> tryRemove(number)).hasCauseInstanceOf(HeldException.class);

        caller.rollback();

        assertThat(tryRemove(number)).isEqualTo(1);
    }

    private int emptyQueue() {
        var id = client.create();
        client.engine().call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no longer needed"));
        client.engine()
                .call(
                        Catalogue.TRIM_RETENTION,
                        new TrimRetention(OptionalInt.empty(), Optional.of(Client.LANE), 0, 10, ScannerFilter.NONE));
        return queues().get(0).number();
    }

    private void takeSnapshot() throws SQLException {
        try (var statement = caller.createStatement()) {
            statement.execute("SELECT count(*) FROM pg_class");
        }
    }

    private ExecutionId submit() {
        return client.engine()
                .callIn(caller, Catalogue.CREATE_EXECUTION, Client.submission().build())
                .executionId();
    }

    private int remove(int number) {
        return other.store()
                .write(0, deadline(), tx -> tx.lanes().removeQueues(List.of(number)))
                .join();
    }

    private int tryRemove(int number) {
        return other.store()
                .tryWrite(0, deadline(), tx -> tx.lanes().removeQueues(List.of(number)))
                .join();
    }

    private List<Queue> queues() {
        return other.store()
                .write(0, deadline(), tx -> tx.lanes().queuesOf(Client.LANE))
                .join();
    }

    private List<ExecutionId> claimed() {
        return other.claim(10, Duration.ZERO).stream().map(Claim::executionId).toList();
    }

    private static Deadline deadline() {
        return Deadline.in(Duration.ofSeconds(20));
    }
}
