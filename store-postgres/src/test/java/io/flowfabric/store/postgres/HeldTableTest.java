package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.testkit.Client;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A table that somebody alters keeps readers waiting until their deadline, and no longer. */
@Timeout(60)
class HeldTableTest {

    @Test
    void readIsGivenUpByItsDeadline() throws Exception {
        String address = TestPostgres.freshAddress();
        try (var client = Client.of(TestPostgres.open(address));
                var foreign = TestPostgres.connect(address);
                var statement = foreign.createStatement()) {
            var id = client.create();
            foreign.setAutoCommit(false);
            statement.execute(PostgresAddress.parse(address).schema().in("LOCK TABLE ff.executions"));
            assertThatThrownBy(() -> client.store()
                            .read(
                                    Deadline.in(Duration.ofSeconds(1)),
                                    tx -> tx.executions().find(id)))
                    .isInstanceOf(OperationTimeoutException.class);
            foreign.rollback();
        }
    }
}
