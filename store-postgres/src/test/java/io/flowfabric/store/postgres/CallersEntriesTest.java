package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.store.postgres.table.EntryChecks;
import io.flowfabric.store.testkit.Client;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** That a caller submitted an execution stands in its row only; its entries are among those of what has returned. */
class CallersEntriesTest {
    private final String address = TestPostgres.freshAddress();
    private final Client client = Client.of(TestPostgres.open(address));

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void submissionHasItsEntriesOnceItIsCommitted() throws Exception {
        submit(Client.submission());
        submit(Client.submission().delayUntil(Long.MAX_VALUE / 4));

        assertThat(differences()).isEmpty();
    }

    @Test
    void newPriorityMovesTheEntryWhereverItStands() throws Exception {
        var called = submit(Client.submission());
        var own = client.create();
        client.changePriority(called, 7);
        client.changePriority(own, 5);

        assertThat(differences()).isEmpty();
        assertThat(client.claim(2, Duration.ZERO))
                .extracting(claim -> claim.executionId())
                .containsExactly(called, own);
    }

    @Test
    void endedSubmissionStandsInNoQueue() throws Exception {
        var cancelled = submit(Client.submission());
        client.engine().call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(cancelled, "no longer needed"));
        submit(Client.submission());
        client.complete(client.claim(1, Duration.ZERO).get(0));

        assertThat(differences()).isEmpty();
        assertThat(client.claim(1, Duration.ZERO)).isEmpty();
    }

    private ExecutionId submit(CreateExecutionBuilder submission) throws SQLException {
        try (var caller = TestPostgres.connect(address)) {
            caller.setAutoCommit(false);
            var id = client.engine()
                    .callIn(caller, Catalogue.CREATE_EXECUTION, submission.build())
                    .executionId();
            caller.commit();
            return id;
        }
    }

    private List<String> differences() throws SQLException {
        try (var connection = TestPostgres.connect(address)) {
            return EntryChecks.differences(
                    connection, PostgresAddress.parse(address).schema());
        }
    }
}
