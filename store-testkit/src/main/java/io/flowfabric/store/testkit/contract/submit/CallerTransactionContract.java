package io.flowfabric.store.testkit.contract.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.model.op.submit.CreateExecutionOutcome.Duplicate;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Submitting in a transaction of the caller's, on a store in an SQL database. */
public abstract class CallerTransactionContract extends ContractSuite {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private Connection caller;

    /** A connection of the caller's own to the database of the store. */
    protected abstract Connection connect() throws SQLException;

    /** A connection to another database of the same kind. */
    protected abstract Connection connectElsewhere() throws SQLException;

    /** Where the caller keeps data; no other test uses a table of this name. */
    protected abstract String table();

    @BeforeEach
    void begin() throws SQLException {
        caller = connect();
        try (Statement statement = caller.createStatement()) {
            statement.execute("CREATE TABLE " + table() + " (name TEXT)");
        }
        caller.setAutoCommit(false);
    }

    @AfterEach
    void end() throws SQLException {
        caller.close();
    }

    @Test
    public void nothingButASubmissionIsCarriedOutInIt() {
        assertRefused(ErrorCode.INVALID_INPUT, () -> engine.callIn(caller, Catalogue.SERVER_TIME_MS, NoArguments.NONE));
    }

    @Test
    public void executionAndDataAreCommittedTogether() throws SQLException {
        insert("o-1");
        var id = submit(execution());
        assertThat(exists(id)).isFalse();

        caller.commit();

        assertThat(claimOne("w").executionId()).isEqualTo(id);
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    public void executionVanishesWithTheData() throws SQLException {
        insert("o-1");
        var id = submit(execution().idempotencyKey("k"));

        caller.rollback();

        assertThat(exists(id)).isFalse();
        assertThat(claim("w", 1)).isEmpty();
        assertThat(rows()).isZero();
        assertThat(create(execution().idempotencyKey("k"))).isNotEqualTo(id);
    }

    @Test
    public void connectionThatIsLostBeforeTheCommitLeavesNothing() throws SQLException {
        var id = submit(execution().idempotencyKey("k").tag("cairn.instance_id", "i-1"));

        caller.close();

        var other = create();
        assertThat(exists(id)).isFalse();
        assertThat(claim("w", 2)).extracting(claim -> claim.executionId()).containsExactly(other);
        assertThat(types()).containsExactly("acquired");
    }

    @Test
    public void severalAreSubmittedInOneTransactionAndClaimedInTheirOrder() throws SQLException {
        var first = submit(execution());
        advance(1);
        var second = submit(execution().priority(5));
        var third = submit(execution());
        caller.commit();
        advance(1);
        var fourth = create();

        assertThat(claim("w", 10))
                .extracting(claim -> claim.executionId())
                .containsExactly(second, first, third, fourth);
    }

    @Test
    public void usedKeyAnswersTheFirstAndTheTransactionGoesOn() throws SQLException {
        var first = create(execution().idempotencyKey("k"));
        insert("o-1");

        assertThat(outcome(execution().idempotencyKey("k"))).isEqualTo(new Duplicate(first));
        var inside = submit(execution().idempotencyKey("own"));
        assertThat(outcome(execution().idempotencyKey("own"))).isEqualTo(new Duplicate(inside));
        caller.commit();

        assertThat(rows()).isEqualTo(1);
        assertThat(outcome(execution().idempotencyKey("own"))).isEqualTo(new Duplicate(inside));
    }

    @Test
    public void refusedSubmissionLeavesTheTransactionUsable() throws SQLException {
        insert("o-1");

        assertRefused(ErrorCode.INVALID_TAG_KEY, () -> outcome(execution().tag("No", "1")));
        assertRefused(
                ErrorCode.PAYLOAD_TOO_LARGE, () -> outcome(execution().input(Payload.of(new byte[(1 << 20) + 1]))));
        var id = submit(execution());
        caller.commit();

        assertThat(rows()).isEqualTo(1);
        assertThat(claimOne("w").executionId()).isEqualTo(id);
    }

    @Test
    public void ofTwoAtOnceWithOneKeyTheSecondIsADuplicate() throws Exception {
        var first = submit(execution().idempotencyKey("k"));
        var second = CompletableFuture.supplyAsync(() -> onAnotherConnection("k"));
        caller.commit();

        assertThat(second.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(new Duplicate(first));
    }

    @Test
    public void eventsTellOfItOnceAndInOrder() throws SQLException {
        var id = submit(execution().tag("cairn.instance_id", "i-1"));
        caller.commit();

        complete(claimOne("w"));

        assertThat(types(id)).containsExactly("instance_tag", "acquired", "success", "revoked");
    }

    @Test
    public void delayedOneIsPromotedAndClaimed() throws SQLException {
        var id = submit(execution().delayUntil(START + 1000));
        caller.commit();
        assertThat(claim("w", 1)).isEmpty();

        advance(1000);

        promote(id);
        assertThat(claimOne("w").executionId()).isEqualTo(id);
    }

    @Test
    public void commitWakesThoseWhoWaitForWork() throws Exception {
        submit(execution());
        long seen = store.doorbells().work().position();

        caller.commit();

        assertThat(store.doorbells().work().awaitBeyond(seen, Deadline.in(TIMEOUT)))
                .isTrue();
    }

    @Test
    public void connectionThatCannotBeSharedIsRefused() throws SQLException {
        try (var elsewhere = connectElsewhere()) {
            assertRefused(ErrorCode.INVALID_INPUT, () -> outcome(elsewhere, execution()));
            elsewhere.setAutoCommit(false);
            assertRefused(ErrorCode.INVALID_INPUT, () -> outcome(elsewhere, execution()));
        }
        caller.setAutoCommit(true);
        assertRefused(ErrorCode.INVALID_INPUT, () -> outcome(execution()));
        caller.close();
        assertRefused(ErrorCode.INVALID_INPUT, () -> outcome(execution()));
        assertThat(claim("w", 1)).isEmpty();
    }

    /** The connection on which the caller's transaction is open. */
    protected final Connection caller() {
        return caller;
    }

    protected final ExecutionId submit(CreateExecutionBuilder execution) {
        var outcome = outcome(execution);
        assertThat(outcome).isInstanceOf(CreateExecutionOutcome.Created.class);
        return outcome.executionId();
    }

    private CreateExecutionOutcome outcome(CreateExecutionBuilder execution) {
        return outcome(caller, execution);
    }

    private CreateExecutionOutcome outcome(Connection connection, CreateExecutionBuilder execution) {
        return engine.callIn(connection, Catalogue.CREATE_EXECUTION, execution.build());
    }

    private CreateExecutionOutcome onAnotherConnection(String key) {
        try (var connection = connect()) {
            connection.setAutoCommit(false);
            var outcome = outcome(connection, execution().idempotencyKey(key));
            connection.commit();
            return outcome;
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void insert(String name) throws SQLException {
        try (Statement statement = caller.createStatement()) {
            statement.executeUpdate("INSERT INTO " + table() + " VALUES ('" + name + "')");
        }
    }

    private int rows() throws SQLException {
        try (var connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM " + table())) {
            row.next();
            return row.getInt(1);
        }
    }
}
