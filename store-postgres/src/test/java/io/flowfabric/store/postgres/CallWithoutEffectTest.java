package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.testkit.Client;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A call that locks a row and changes nothing holds it for as short as it can: its transaction is rolled back, since a commit
 * would keep the lock until the log is on the disk. A row tells by its {@code xmax} which transaction locked it last.
 */
class CallWithoutEffectTest {
    private final String address = TestPostgres.freshAddress();
    private Client client;
    private ExecutionId id;

    @BeforeEach
    void open() {
        client = Client.of(TestPostgres.open(address));
        id = client.create();
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void promotionOfWhatIsNotDelayedIsRolledBack() throws Exception {
        client.engine().call(Catalogue.PROMOTE_DELAYED, new ExecutionRef(id));

        assertThat(lastLock()).isEqualTo("aborted");
    }

    @Test
    void refusedCallIsRolledBack() throws Exception {
        try {
            client.engine().call(Catalogue.REPLAY_EXECUTION, new ExecutionRef(id));
            throw new AssertionError("An execution that has not ended was replayed");
        } catch (EngineException refused) {
            assertThat(lastLock()).isEqualTo("aborted");
        }
    }

    @Test
    void repeatedCompletionIsRolledBackAndTheFirstStays() throws Exception {
        var claim = client.claim(1, Duration.ZERO).get(0);
        client.complete(claim);

        client.complete(claim);

        assertThat(lastLock()).isEqualTo("aborted");
        assertThat(client.result(id)).contains(Client.resultOf(id));
    }

    /** What became of the transaction that locked the row last. */
    private String lastLock() throws Exception {
        String schema = PostgresAddress.parse(address).schema().value();
        try (var connection = TestPostgres.connect(address);
                var statement = connection.prepareStatement(
                        "SELECT pg_xact_status(xmax::text::xid8) FROM " + schema + ".executions WHERE id = ?")) {
            statement.setBytes(1, ExecutionKey.encode(id));
            try (var row = statement.executeQuery()) {
                assertThat(row.next()).isTrue();
                return row.getString(1);
            }
        }
    }
}
