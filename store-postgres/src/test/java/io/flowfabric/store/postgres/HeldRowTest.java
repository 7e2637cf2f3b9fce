package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Deadline;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.testkit.Client;
import java.sql.Connection;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A row that a foreign transaction holds delays only the calls that want it. */
class HeldRowTest {
    private static final Duration CALL = Duration.ofSeconds(1);
    private static final int PRIORITY = 7;

    private final String address = TestPostgres.freshAddress();
    private Client client;
    private Client hurried;
    private ExecutionId held;
    private Connection foreign;

    @BeforeEach
    void hold() throws Exception {
        client = Client.of(TestPostgres.open(address));
        hurried = Client.of(TestPostgres.open(address), CALL);
        held = client.create();
        foreign = TestPostgres.connect(address);
        foreign.setAutoCommit(false);
        String schema = PostgresAddress.parse(address).schema().value();
        try (var statement =
                foreign.prepareStatement("SELECT 1 FROM " + schema + ".executions WHERE id = ? FOR UPDATE")) {
            statement.setBytes(1, ExecutionKey.encode(held));
            statement.execute();
        }
    }

    @AfterEach
    void close() throws Exception {
        foreign.close();
        hurried.close();
        client.close();
    }

    @Test
    void callThatWantsItIsToldByItsDeadlineThatNothingWasWritten() throws Exception {
        assertThatThrownBy(() -> hurried.changePriority(held, PRIORITY))
                .isInstanceOfSatisfying(
                        OperationTimeoutException.class,
                        timeout -> assertThat(timeout.mayHaveBeenApplied()).isFalse());
        foreign.rollback();
        client.changePriority(held, PRIORITY + 1);
        assertThat(client.eventsAfter(0, 10))
                .extracting(read -> PriorityChange.step(read.event()).get(1))
                .containsExactly(PRIORITY + 1);
    }

    @Test
    void callsForOthersGoOn() {
        var other = client.create();
        client.changePriority(other, PRIORITY);
        assertThat(client.find(other))
                .hasValueSatisfying(e -> assertThat(e.priority()).isEqualTo(PRIORITY));
    }

    @Test
    void claimPassesOverIt() {
        var others = client.create(2);
        assertThat(client.claim(10, Duration.ZERO))
                .extracting(Claim::executionId)
                .containsExactlyElementsOf(others);
    }

    @Test
    void readersDoNotNoticeIt() {
        assertThat(client.find(held)).isPresent();
    }

    @Test
    void callIsCarriedOutWhenTheRowIsReleasedInTime() throws Exception {
        var store = client.store();
        var change = store.write(1, Deadline.in(Duration.ofMinutes(1)), PriorityChange.of(Set.of(held)));
        client.create();
        foreign.rollback();
        assertThat(change.get()).isEqualTo(1);
    }
}
