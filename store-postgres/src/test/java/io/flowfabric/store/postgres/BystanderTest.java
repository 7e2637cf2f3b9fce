package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.cursor.AcquireCursor;
import io.flowfabric.model.op.cursor.AcquireCursorOutcome.Acquired;
import io.flowfabric.model.op.cursor.AdvanceCursor;
import io.flowfabric.model.op.grant.IssueClaimGrant;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.tag.SetExecutionTag;
import io.flowfabric.model.op.worker.HeartbeatWorker;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.store.postgres.Bystanders.Family;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.LongRuns;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Calls that wait for what another transaction holds locked delay no other call, however many they are. A call may take
 * longer than a test, so that none passes because something was given up.
 */
@Timeout(60)
class BystanderTest {
    private static final int POOL = 6;
    private static final Duration CALL = Duration.ofMinutes(10);
    private static final long LEASE_MS = CALL.toMillis();
    private static final long GRANT_MS = 60_000;
    private static final long LONGEST_SECONDS = 30;
    private static final WorkerId WORKER = new WorkerId("w");
    private static final SubscriberId SUBSCRIBER = new SubscriberId("s");

    private final String address = TestPostgres.freshAddress();
    private final List<Thread> threads = new ArrayList<>();
    private Client client;
    private Client elsewhere;
    private Connection foreign;

    /** What another transaction holds, and the call that needs it. */
    enum Held {
        /** Of executions whose copy the engine has. */
        EXECUTION(Set.of()) {
            @Override
            IntFunction<Runnable> prepare(BystanderTest test, int calls) throws SQLException {
                return test.completions(test.client, calls);
            }
        },
        EXECUTION_CLAIMED_ELSEWHERE(Set.of()) {
            @Override
            IntFunction<Runnable> prepare(BystanderTest test, int calls) throws SQLException {
                return test.completions(test.elsewhere, calls);
            }
        },
        EXECUTION_TAGGED(Set.of()) {
            @Override
            IntFunction<Runnable> prepare(BystanderTest test, int calls) throws SQLException {
                var ids = test.client.create(calls);
                test.hold("SELECT 1 FROM ff.executions FOR UPDATE");
                return i -> () ->
                        test.engine().call(Catalogue.SET_EXECUTION_TAG, new SetExecutionTag(ids.get(i), "acme.a", "b"));
            }
        },
        GRANT(Set.of()) {
            @Override
            IntFunction<Runnable> prepare(BystanderTest test, int calls) throws SQLException {
                var ids = test.client.create(calls);
                ids.forEach(id -> test.grant(id, 1));
                test.hold("SELECT 1 FROM ff.grants FOR UPDATE");
                return i -> () -> test.grant(ids.get(i), GRANT_MS);
            }
        },
        WORKER_ROW(Set.of()) {
            @Override
            IntFunction<Runnable> prepare(BystanderTest test, int calls) throws SQLException {
                return test.heartbeats(calls, "SELECT 1 FROM ff.workers FOR UPDATE");
            }
        },
        WORKER_TABLE(EnumSet.of(Family.WORKERS, Family.TIMERS)) {
            @Override
            IntFunction<Runnable> prepare(BystanderTest test, int calls) throws SQLException {
                return test.heartbeats(calls, "LOCK TABLE ff.workers IN EXCLUSIVE MODE");
            }
        },
        CURSOR(Set.of()) {
            @Override
            IntFunction<Runnable> prepare(BystanderTest test, int calls) throws SQLException {
                return test.advances(calls);
            }
        },
        KEY(Set.of()) {
            @Override
            IntFunction<Runnable> prepare(BystanderTest test, int calls) throws SQLException {
                for (int i = 0; i < calls; i++) {
                    test.hold("INSERT INTO ff.idempotency_keys VALUES ('%s', 'k%d', '', 0)"
                            .formatted(Client.NAMESPACE.value(), i));
                }
                return i -> () -> test.client.create(Client.submission().idempotencyKey("k" + i));
            }
        },
        KEY_OF_A_CALLER(Set.of()) {
            @Override
            IntFunction<Runnable> prepare(BystanderTest test, int calls) {
                for (int i = 0; i < calls; i++) {
                    test.engine()
                            .callIn(
                                    test.foreign,
                                    Catalogue.CREATE_EXECUTION,
                                    Client.submission().idempotencyKey("k" + i).build());
                }
                return i -> () -> test.client.create(Client.submission().idempotencyKey("k" + i));
            }
        },
        ID(Set.of()) {
            @Override
            IntFunction<Runnable> prepare(BystanderTest test, int calls) {
                var ids = Stream.generate(() -> ExecutionId.solo(Client.LANE, PartitionConfig.DEFAULT))
                        .limit(calls)
                        .toList();
                ids.forEach(id -> test.engine()
                        .callIn(
                                test.foreign,
                                Catalogue.CREATE_EXECUTION,
                                Client.submission().id(id).build()));
                return i -> () -> test.client.create(Client.submission().id(ids.get(i)));
            }
        },
        QUEUE(Set.of()) {
            @Override
            IntFunction<Runnable> prepare(BystanderTest test, int calls) throws SQLException {
                for (int i = 0; i < calls; i++) {
                    test.hold(
                            "INSERT INTO ff.queues (namespace, lane, capabilities, kind) VALUES ('%s', 'new-%d', '', 'charge')"
                                    .formatted(Client.NAMESPACE.value(), i));
                }
                return i -> () ->
                        test.client.create(CreateExecution.of(Client.NAMESPACE, new LaneId("new-" + i), "charge"));
            }
        },
        SETTING(Set.of()) {
            @Override
            IntFunction<Runnable> prepare(BystanderTest test, int calls) throws SQLException {
                for (int i = 0; i < calls; i++) {
                    test.hold("INSERT INTO ff.settings VALUES ('secret_%s', '00')".formatted("s".repeat(i + 1)));
                }
                return i -> () -> test.engine().secret("s".repeat(i + 1));
            }
        },
        EXECUTION_TABLE(EnumSet.complementOf(EnumSet.of(Family.READ, Family.CURSORS, Family.EVENTS))) {
            @Override
            IntFunction<Runnable> prepare(BystanderTest test, int calls) throws SQLException {
                new Bystanders(test.client).callAllBut(Set.of());
                var completions = test.completions(test.client, calls);
                test.foreign.rollback();
                test.hold("LOCK TABLE ff.executions IN EXCLUSIVE MODE");
                return completions;
            }
        },
        EVENT_TABLE(EnumSet.complementOf(EnumSet.of(Family.READ, Family.CURSORS, Family.EVENTS))) {
            @Override
            IntFunction<Runnable> prepare(BystanderTest test, int calls) throws SQLException {
                new Bystanders(test.client).callAllBut(Set.of());
                var completions = test.completions(test.client, calls);
                test.foreign.rollback();
                test.hold("LOCK TABLE ff.event_pages IN EXCLUSIVE MODE");
                return completions;
            }
        };

        private final Set<Family> concerned;

        Held(Set<Family> concerned) {
            this.concerned = concerned;
        }

        /** Lets the foreign transaction take it; answers the calls that then wait. */
        abstract IntFunction<Runnable> prepare(BystanderTest test, int calls) throws SQLException;
    }

    static Stream<Arguments> heldTimes() {
        int step = LongRuns.rounds(1, POOL);
        return Stream.of(Held.values())
                .flatMap(held -> IntStream.iterate(2, calls -> calls <= POOL + 2, calls -> calls + step)
                        .mapToObj(calls -> Arguments.of(held, calls)));
    }

    @BeforeEach
    void open() throws SQLException {
        client = open(address);
        elsewhere = open(address);
        foreign = TestPostgres.connect(address);
        foreign.setAutoCommit(false);
    }

    private static Client open(String address) {
        return Client.open(
                address,
                EngineSettings.DEFAULT.withTimers(false).withCallTimeout(CALL),
                StoreOptions.DEFAULT.withConnections(POOL));
    }

    @AfterEach
    void close() throws SQLException {
        foreign.close();
        elsewhere.close();
        client.close();
    }

    @ParameterizedTest
    @MethodSource("heldTimes")
    void callsThatWaitDelayNoOther(Held held, int calls) throws Exception {
        var call = held.prepare(this, calls);
        var waiting = new ArrayList<FutureTask<Void>>();
        for (int i = 0; i < calls; i++) {
            waiting.add(begin(call.apply(i)));
        }
        awaitAllWaiting(waiting);

        var others = begin(() -> new Bystanders(client).callAllBut(held.concerned));
        others.get(LONGEST_SECONDS, TimeUnit.SECONDS);
        assertThat(waiting).noneMatch(FutureTask::isDone);

        foreign.rollback();
        for (var one : waiting) {
            one.get(LONGEST_SECONDS, TimeUnit.SECONDS);
        }
    }

    private FutureTask<Void> begin(Runnable call) {
        var task = new FutureTask<Void>(call, null);
        var thread = new Thread(task, "waiting");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return task;
    }

    /** A calling thread does nothing but wait once its call was handed over. */
    private void awaitAllWaiting(List<FutureTask<Void>> calls) throws Exception {
        for (int i = 0; i < calls.size(); i++) {
            var thread = threads.get(i);
            while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
                if (calls.get(i).isDone()) {
                    calls.get(i).get();
                }
                assertThat(calls.get(i)).as("a call that has to wait").isNotDone();
                Thread.sleep(1);
            }
        }
    }

    private Engine engine() {
        return client.engine();
    }

    private String sql(String text) {
        return PostgresAddress.parse(address).schema().in(text);
    }

    private void hold(String text) throws SQLException {
        try (var statement = foreign.createStatement()) {
            statement.execute(sql(text));
        }
    }

    private IntFunction<Runnable> completions(Client claimer, int calls) throws SQLException {
        client.create(calls);
        var claims = claimer.claim(calls, Duration.ZERO);
        assertThat(claims).hasSize(calls);
        hold("SELECT 1 FROM ff.executions FOR UPDATE");
        return i -> () -> engine().call(
                        Catalogue.COMPLETE, new CompleteRequest(claims.get(i).handle(), Optional.empty()));
    }

    private void grant(ExecutionId id, long ttlMs) {
        engine().call(
                        Catalogue.ISSUE_CLAIM_GRANT,
                        new IssueClaimGrant(id, Client.LANE, WORKER, new WorkerInstanceId("w-1"), ttlMs, List.of()));
    }

    private IntFunction<Runnable> heartbeats(int calls, String lock) throws SQLException {
        for (int i = 0; i < calls; i++) {
            engine().call(
                            Catalogue.REGISTER_WORKER,
                            new RegisterWorker(
                                    WORKER,
                                    new WorkerInstanceId("w-" + i),
                                    Client.NAMESPACE,
                                    List.of(Client.LANE),
                                    CapabilitySet.EMPTY,
                                    LEASE_MS));
        }
        hold(lock);
        return i -> () -> engine().call(
                        Catalogue.HEARTBEAT_WORKER,
                        new HeartbeatWorker(new WorkerInstanceId("w-" + i), Client.NAMESPACE));
    }

    private IntFunction<Runnable> advances(int calls) throws SQLException {
        var epochs = new ArrayList<Long>();
        for (int i = 0; i < calls; i++) {
            var acquired = (Acquired) engine().call(
                            Catalogue.ACQUIRE_CURSOR,
                            new AcquireCursor(
                                    Client.NAMESPACE,
                                    new CursorName("c-" + i),
                                    SUBSCRIBER,
                                    EventCursor.START,
                                    LEASE_MS,
                                    0));
            epochs.add(acquired.epoch());
        }
        hold("SELECT 1 FROM ff.cursors FOR UPDATE");
        return i -> () -> engine().call(
                        Catalogue.ADVANCE_CURSOR,
                        new AdvanceCursor(
                                Client.NAMESPACE,
                                new CursorName("c-" + i),
                                SUBSCRIBER,
                                epochs.get(i),
                                EventCursor.START,
                                LEASE_MS));
    }
}
