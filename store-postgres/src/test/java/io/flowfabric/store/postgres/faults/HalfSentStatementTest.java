package io.flowfabric.store.postgres.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.postgres.faults.Aim.Direction;
import io.flowfabric.store.postgres.faults.Aim.Fault;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;

/**
 * A client goes silent when the server has carried out its statement and does not know whether another follows. Whether its
 * session is ended depends on the lock that it holds.
 */
@Timeout(120)
class HalfSentStatementTest {
    /** Of Parse, Bind, Describe, Execute and Sync. */
    private static final int SYNC = 5;

    private static final String LOCK = "SELECT pg_advisory_xact_lock_shared(?)";

    /** The server waits for a client in the middle of what it sends. */
    private static final String WAITING =
            "SELECT 1 FROM pg_stat_activity WHERE pid = ? AND state = 'active' AND wait_event = 'ClientRead'";

    private final String address = TestPostgres.freshAddress();
    private FrameProxy proxy;
    private Connection silent;

    @BeforeEach
    void open() throws Exception {
        proxy = FrameProxy.inFrontOf(address);
        silent = TestPostgres.connect(proxy.address(address));
    }

    @AfterEach
    void close() throws Exception {
        proxy.close();
        silent.close();
    }

    @Test
    void sessionThatHoldsAnAnnouncementIsEnded() throws Exception {
        var sending = goSilentHolding(TestPostgres.announcementKey(address));

        assertThat(TestPostgres.endSilentHolders(address)).isEqualTo(1);
        awaitNoAnnouncement();
        assertThat(sending).isNotDone();
    }

    @Test
    void sessionThatHoldsAnotherLockIsLeftAlone() throws Exception {
        goSilentHolding(1);

        assertThat(TestPostgres.endSilentHolders(address)).isZero();
    }

    @Test
    void sessionThatHoldsTheAnnouncementOfAnotherSchemaIsLeftAlone() throws Exception {
        String other = TestPostgres.freshAddress();
        goSilentHolding(TestPostgres.announcementKey(other));

        assertThat(TestPostgres.endSilentHolders(address)).isZero();
        assertThat(TestPostgres.isAnnounced(other)).isTrue();
    }

    private CompletableFuture<Void> goSilentHolding(long key) throws Exception {
        int session = silent.unwrap(PGConnection.class).getBackendPID();
        proxy.arm(new Aim(Direction.TO_SERVER, SYNC, Fault.FREEZE));
        var sending = CompletableFuture.runAsync(() -> lock(key));
        try (var connection = TestPostgres.connect(address);
                var statement = connection.prepareStatement(WAITING)) {
            statement.setInt(1, session);
            while (!proxy.hasFired() || !statement.executeQuery().next()) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
        return sending;
    }

    private void lock(long key) {
        try (var statement = silent.prepareStatement(LOCK)) {
            statement.setLong(1, key);
            statement.execute();
        } catch (SQLException cut) {
            // The proxy is closed in the end.
        }
    }

    /** A session needs a moment to end. */
    private void awaitNoAnnouncement() throws Exception {
        while (TestPostgres.isAnnounced(address)) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }
}
