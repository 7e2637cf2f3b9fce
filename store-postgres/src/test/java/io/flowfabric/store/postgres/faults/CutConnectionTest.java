package io.flowfabric.store.postgres.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.postgres.faults.Aim.Direction;
import io.flowfabric.store.postgres.faults.Aim.Fault;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.LongRuns;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The connection to the server is cut once, at a chosen message of a call. The call is answered as if nothing had happened,
 * and what it does is done exactly once.
 */
@Timeout(600)
class CutConnectionTest {
    /** How many messages lie between two that are tried; which is the first is drawn. */
    private static final int STRIDE = LongRuns.rounds(1, 17);

    private static final Duration NO_WAIT = Duration.ZERO;
    private static final int CONNECTIONS = 4;

    private static final Random RANDOM = new Random(Long.getLong("ff.seed", new Random().nextLong()));

    private static FaultyLink link;
    private static Client client;
    private static Client watcher;

    @BeforeAll
    static void open() throws Exception {
        link = FaultyLink.open(Duration.ofMinutes(1), CONNECTIONS);
        client = link.client();
        watcher = link.watcher();
    }

    @AfterAll
    static void close() throws Exception {
        link.close();
    }

    /** How a connection is cut, and at a message of which direction. */
    record Cut(Direction direction, Fault fault) {}

    static List<Cut> cuts() {
        return List.of(
                new Cut(Direction.TO_SERVER, Fault.CUT_BEFORE),
                new Cut(Direction.TO_SERVER, Fault.CUT_AFTER),
                new Cut(Direction.TO_CLIENT, Fault.CUT_BEFORE),
                new Cut(Direction.TO_CLIENT, Fault.CUT_AFTER));
    }

    @ParameterizedTest
    @MethodSource("cuts")
    void submissionIsStoredOnce(Cut cut) {
        atEveryMessage(cut, aim -> {
            var created = new AtomicReference<ExecutionId>();
            int before = watcher.ids().size();

            boolean met = link.meets(aim, () -> created.set(client.create()));

            assertThat(watcher.ids()).hasSize(before + 1).contains(created.get());
            watcher.complete(watcher.claim(1, NO_WAIT).get(0));
            return met;
        });
    }

    @ParameterizedTest
    @MethodSource("cuts")
    void claimLeasesOnceAndIsAnswered(Cut cut) {
        atEveryMessage(cut, aim -> {
            var id = watcher.create();
            var claimed = new AtomicReference<List<Claim>>();

            boolean met = link.meets(aim, () -> claimed.set(client.claim(1, NO_WAIT)));

            assertThat(claimed.get()).extracting(Claim::executionId).containsExactly(id);
            assertThat(eventsOf(id)).isEqualTo(1);
            assertThat(watcher.find(id).orElseThrow().leaseEpoch()).isEqualTo(1);
            watcher.complete(claimed.get().get(0));
            return met;
        });
    }

    @ParameterizedTest
    @MethodSource("cuts")
    void completionOfAnOwnClaimIsStoredOnce(Cut cut) {
        atEveryMessage(cut, aim -> completed(client, aim));
    }

    @ParameterizedTest
    @MethodSource("cuts")
    void completionOfAClaimOfAnotherEngineIsStoredOnce(Cut cut) {
        atEveryMessage(cut, aim -> completed(watcher, aim));
    }

    /** The engine that claimed has a copy of the execution and decides on it; the other one loads it. */
    private static boolean completed(Client claimer, Aim aim) {
        var id = watcher.create();
        var claim = claimer.claim(1, NO_WAIT).get(0);
        int before = eventsOf(id);

        boolean met = link.meets(aim, () -> client.complete(claim));

        assertThat(watcher.find(id).orElseThrow().vector().row()).isEqualTo(VectorRow.SUCCESS);
        assertThat(watcher.result(id)).contains(Client.resultOf(id));
        assertThat(watcher.attempts(id)).hasSize(1);
        assertThat(eventsOf(id) - before).as("events of a completion").isEqualTo(eventsOfACompletion());
        return met;
    }

    private static int eventsOfACompletion() {
        var id = watcher.create();
        watcher.complete(watcher.claim(1, NO_WAIT).get(0));
        return eventsOf(id) - 1;
    }

    @ParameterizedTest
    @MethodSource("cuts")
    void renewalKeepsTheLease(Cut cut) {
        var id = watcher.create();
        var claim = client.claim(1, NO_WAIT).get(0);

        atEveryMessage(
                cut,
                aim -> link.meets(
                        aim, () -> client.engine().call(Catalogue.RENEW, new RenewRequest(claim.handle(), true))));

        assertThat(watcher.find(id).orElseThrow().leaseEpoch()).isEqualTo(1);
        watcher.complete(claim);
    }

    @ParameterizedTest
    @MethodSource("cuts")
    void readIsAnswered(Cut cut) {
        var id = watcher.create();
        var claim = watcher.claim(1, NO_WAIT).get(0);

        atEveryMessage(
                cut, aim -> link.meets(aim, () -> assertThat(client.find(id)).isEqualTo(watcher.find(id))));

        watcher.complete(claim);
    }

    /** Aims at one message after the other, until a call is over before the one that is aimed at. */
    private static void atEveryMessage(Cut cut, Predicate<Aim> call) {
        int message = 1 + RANDOM.nextInt(STRIDE);
        while (call.test(new Aim(cut.direction(), message, cut.fault()))) {
            message += STRIDE;
        }
    }

    private static int eventsOf(ExecutionId id) {
        return (int) watcher.events().stream()
                .filter(event -> event instanceof ExecutionEvent about
                        && about.subject().executionId().equals(id))
                .count();
    }
}
