package io.flowfabric.engine.ops;

import io.flowfabric.engine.AnswerRoom;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineLoad;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.PoolUse;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.catalogue.Scope;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.followups.FollowUpDispatcher;
import io.flowfabric.engine.followups.FollowUpHandler;
import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.engine.rules.limit.ArgumentRules;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.read.MissedWakeUpReads;
import io.flowfabric.engine.timers.ReclaimSettings;
import io.flowfabric.engine.timers.Sleep;
import io.flowfabric.engine.timers.TimerConfig;
import io.flowfabric.engine.timers.Timers;
import io.flowfabric.engine.waiting.FallbackPoll;
import io.flowfabric.engine.waiting.FallbackPollQuery;
import io.flowfabric.engine.waiting.FallbackPolls;
import io.flowfabric.engine.waiting.LongPolls;
import io.flowfabric.engine.waiting.WaitingCall;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.LaneId;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;

/** The engine on a store of this process. It owns the store and closes it. */
public final class LocalEngine implements Engine {
    private final Store store;
    private final LongPolls longPolls;
    private final CommandExecutor calls;
    private final Bindings bindings;
    private final Timers timers;
    private final FollowUpDispatcher followUps;

    private LocalEngine(Store store, EngineSettings settings, FallbackPolls polls) {
        this.store = store;
        calls = new CommandExecutor(store, settings);
        longPolls = new LongPolls(
                new FallbackPoll(polls.waitingCalls(), new FallbackPollQuery(store.doorbells(), this::news)));
        bindings = new Bindings(longPolls, calls);
        var handles = new Handles(store.backend());
        DoubleSupplier draws = () -> ThreadLocalRandom.current().nextDouble();

        var submissions = new Submissions(calls);
        submissions.bindTo(bindings);
        var leases = new Leases(calls, handles, draws);
        leases.bindTo(bindings);
        new Batches(calls, submissions, leases).bindTo(bindings);
        new FencedCalls(calls, draws).bindTo(bindings);

        new Claims(calls, handles, longPolls).bindTo(bindings, leases);
        new Grants(calls).bindTo(bindings);
        new Acquisitions(calls, handles).bindTo(bindings);
        var routes = new Routes(calls);
        new WorkerGrants(calls, routes).bindTo(bindings);

        new Executions(calls).bindTo(bindings);
        new Results(calls, longPolls).bindTo(bindings);
        new Reads(calls).bindTo(bindings);
        new Explanations(calls).bindTo(bindings);
        new Tagging(calls).bindTo(bindings);

        new Holds(calls).bindTo(bindings);
        new Operators(calls).bindTo(bindings);
        new WorkerRegistry(calls).bindTo(bindings);
        new Events(calls, longPolls).bindTo(bindings);
        new Cursors(calls, longPolls).bindTo(bindings);
        new Retention(calls).bindTo(bindings);
        new StoreInfo(calls).bindTo(bindings);
        new IndexReconciler(calls).bindTo(bindings);

        var timerActions = new TimerActions(calls, draws);
        timerActions.bindTo(bindings);

        followUps = new FollowUpDispatcher(
                store, Map.of(FollowUpKind.RELEASE_ROUTES, FollowUpHandler.ofOne(Routes::release)));
        timers = new Timers(
                store,
                this,
                new ReclaimSettings(settings.reclaimGrace(), timerActions::endAtCap),
                settings.retention(),
                TimerConfig.of(store, this)
                        .withAct(timerActions)
                        .withRoutes(routes::releaseRoutable)
                        .withFollowUps(followUps.kinds())
                        .withSleep(Sleep.atMost(polls.timers()))
                        .withWatch(settings.timerWatch()));
        new Shutdown(longPolls, store.doorbells(), timers, followUps).bindTo(bindings);
    }

    /** Starts an engine on a store; its timers run until it is closed. */
    public static LocalEngine start(Store store, EngineSettings settings) {
        return start(store, settings, FallbackPolls.DEFAULT);
    }

    /** The same with other polls; for tests. */
    public static LocalEngine start(Store store, EngineSettings settings, FallbackPolls polls) {
        var engine = new LocalEngine(store, settings, polls);
        try {
            engine.bindings.requireComplete();
            engine.register(settings.lanes());
        } catch (RuntimeException unable) {
            engine.close();
            throw unable;
        }
        if (settings.timers()) {
            engine.timers.start();
            engine.followUps.start();
        }
        return engine;
    }

    private void register(List<LaneId> lanes) {
        if (!lanes.isEmpty()) {
            // In one order, so that processes that start together do not wait for each other in a circle.
            var ordered = lanes.stream().sorted().toList();
            calls.write(0, tx -> {
                tx.lanes().addLanes(ordered);
                return ordered;
            });
        }
    }

    /** Does now everything that is due, for programs that run the engine without its own timers. */
    public void runTimers() {
        timers.pass();
        runFollowUps();
    }

    /** Carries out the follow-ups that are due, for programs that run the engine without its own timers. */
    public void runFollowUps() {
        followUps.runDue();
    }

    /** The calls that wait now; for tests, which cause something only once a call is known to wait for it. */
    public List<WaitingCall> waitingCalls() {
        return bindings.waitingCalls();
    }

    @Override
    @SuppressWarnings("unchecked") // Bindings pairs every operation with a handler of its own types
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        var handler = bindings.handler(operation)
                .orElseThrow(() -> new IllegalArgumentException(operation + " is not in the catalogue"));
        requireStorable(operation, arguments);
        if (operation.scope() == Scope.READ) {
            return (R) handler.apply(arguments);
        }
        store.requireNotHeldUp();
        try {
            return (R) handler.apply(arguments);
        } finally {
            followUps.runCaused();
        }
    }

    @Override
    @SuppressWarnings("unchecked") // Bindings pairs every operation with a handler of its own types
    public <A, R> CompletableFuture<R> callAsync(Operation<A, R> operation, A arguments) {
        var parking = bindings.parking(operation);
        if (parking.isEmpty()) {
            return Engine.super.callAsync(operation, arguments);
        }
        try {
            requireStorable(operation, arguments);
            return (CompletableFuture<R>) parking.get().apply(arguments);
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    @Override
    public byte[] secret(String name) {
        return new Secrets(calls).get(name);
    }

    @Override
    public EngineLoad load() {
        return calls.read(tx -> tx.lanes().load());
    }

    @Override
    public boolean isShuttingDown() {
        return longPolls.isDismissed();
    }

    @Override
    public void answerWithin(AnswerRoom room) {
        calls.answerWithin(room);
    }

    @Override
    public Optional<PoolUse> pool() {
        return store.pool();
    }

    @Override
    @SuppressWarnings("unchecked") // Bindings pairs every operation with a handler of its own types
    public <A, R> R callIn(Connection connection, Operation<A, R> operation, A arguments) {
        var handler = bindings.handlerInTransaction(operation).orElseThrow(() -> notInTransaction(operation));
        requireStorable(operation, arguments);
        return (R) handler.apply(connection, arguments);
    }

    private static EngineException notInTransaction(Operation<?, ?> operation) {
        String allowed = Catalogue.all().stream()
                .filter(Operation::runsInCallersTransaction)
                .map(Operation::name)
                .collect(Collectors.joining(" and "));
        return EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "operation: " + operation,
                        "Only %s can be carried out in a caller's transaction; call it without the connection."
                                .formatted(allowed))
                .toException();
    }

    @Override
    public void close() {
        timers.close();
        followUps.close();
        longPolls.close();
        store.doorbells().ringAll();
        store.close();
    }

    private MissedWakeUpReads.MissedWakeUps news(MissedWakeUpReads.Awaited awaited) {
        return calls.read(tx -> tx.missedWakeUps().news(awaited));
    }

    private static void requireStorable(Operation<?, ?> operation, Object arguments) {
        // What is wrong with one item of a batch concerns that item alone; see Batches.
        if (operation.shape() != Operation.Shape.BATCH) {
            CommandExecutor.require(ArgumentRules.check((Record) arguments));
        }
    }
}
