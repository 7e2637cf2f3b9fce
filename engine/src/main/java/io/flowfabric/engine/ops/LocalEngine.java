package io.flowfabric.engine.ops;

import io.flowfabric.engine.AnswerRoom;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineLoad;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.Operation;
import io.flowfabric.engine.Scope;
import io.flowfabric.engine.rules.ArgumentRules;
import io.flowfabric.engine.store.PoolUse;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.timers.Sleep;
import io.flowfabric.engine.timers.Takeovers;
import io.flowfabric.engine.timers.TimerMeans;
import io.flowfabric.engine.timers.Timers;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.Waiting;
import java.sql.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.DoubleSupplier;
import java.util.function.Function;

/** The engine on a store of this process. It owns the store and closes it. */
public final class LocalEngine implements Engine {
    private final Store store;
    private final Patience patience;
    private final WaitingCalls waiting = new WaitingCalls();
    private final Map<Operation<?, ?>, Function<Object, Object>> handlers = new HashMap<>();
    private final Map<Operation<?, ?>, BiFunction<Connection, Object, Object>> inTransactions = new HashMap<>();
    private final Map<Operation<?, ?>, Function<Object, CompletableFuture<?>>> parking = new HashMap<>();
    private final Calls calls;
    private final Timers timers;

    private LocalEngine(Store store, EngineSettings settings, FallbackPolls polls) {
        this.store = store;
        patience = new Patience(polls.waitingCalls());
        calls = new Calls(store, settings);
        var handles = new Handles(store.backend());
        DoubleSupplier draws = () -> ThreadLocalRandom.current().nextDouble();

        var submissions = new Submissions(calls);
        bind(Catalogue.CREATE_EXECUTION, submissions::create);
        bindIn(Catalogue.CREATE_EXECUTION, submissions::createIn);

        var executions = new Executions(calls);
        bind(Catalogue.CANCEL_EXECUTION, executions::cancel);
        bind(Catalogue.DESCRIBE_EXECUTION, executions::describe);
        bind(Catalogue.LIST_EXECUTIONS, executions::list);
        bind(Catalogue.SCAN_ELIGIBLE_EXECUTIONS, executions::scanEligible);
        bind(Catalogue.LIST_ATTEMPTS, executions::attempts);
        bind(Catalogue.GET_EXECUTION_RESULT, executions::result);

        bindWaiting(Catalogue.AWAIT_RESULT, new Results(calls, patience)::await);

        var leases = new Leases(calls, handles, draws);
        bindWaiting(
                Catalogue.CLAIM,
                new Claims(calls, handles, patience)::claim,
                (args, unwanted) -> unwanted.claims().forEach(leases::handBack));
        bind(Catalogue.RENEW, leases::renew);
        bind(Catalogue.PROGRESS, leases::progress);
        bind(Catalogue.COMPLETE, leases::complete);
        bind(Catalogue.FAIL, leases::fail);
        bind(Catalogue.CANCEL, leases::cancel);
        bind(Catalogue.DELAY, leases::delay);
        bind(Catalogue.WAIT_CHILDREN, leases::waitChildren);

        var grants = new Grants(calls);
        bind(Catalogue.ISSUE_CLAIM_GRANT, grants::issueClaimGrant);
        bind(Catalogue.ISSUE_RECLAIM_GRANT, grants::issueReclaimGrant);
        var routes = new Routes(calls);
        bind(Catalogue.CLAIM_FOR_WORKER, new WorkerGrants(calls, routes)::claim);

        var acquisitions = new Acquisitions(calls, handles);
        bind(Catalogue.CLAIM_EXECUTION, acquisitions::claim);
        bind(Catalogue.CLAIM_RESUMED_EXECUTION, acquisitions::claimResumed);
        bind(Catalogue.CLAIM_FROM_RESUME_GRANT, acquisitions::claimFromResumeGrant);
        bind(Catalogue.ISSUE_GRANT_AND_CLAIM, acquisitions::grantAndClaim);
        bind(Catalogue.RECLAIM_EXECUTION, acquisitions::reclaim);

        var admission = new Admission(calls);
        bind(Catalogue.BLOCK_ROUTE, admission::blockRoute);
        bind(Catalogue.BLOCK_EXECUTION_FOR_ADMISSION, admission::block);
        bind(Catalogue.UNBLOCK_EXECUTION, admission::unblock);

        var fenced = new FencedCalls(calls, draws);
        bind(Catalogue.COMPLETE_EXECUTION, fenced::complete);
        bind(Catalogue.FAIL_EXECUTION, fenced::fail);
        bind(Catalogue.RENEW_LEASE, fenced::renew);

        var operators = new Operators(calls);
        bind(Catalogue.CHANGE_PRIORITY, operators::changePriority);
        bind(Catalogue.REPLAY_EXECUTION, operators::replay);
        bind(Catalogue.REVOKE_LEASE, operators::revoke);

        var batches = new Batches(calls, submissions, leases);
        bind(Catalogue.SUBMIT_BATCH, batches::submit);
        bindIn(Catalogue.SUBMIT_BATCH, batches::submitIn);
        bind(Catalogue.COMPLETE_BATCH, batches::complete);
        bind(Catalogue.RENEW_BATCH, batches::renew);

        var alarms = new Alarms(calls, draws);
        bind(Catalogue.MARK_LEASE_EXPIRED_IF_DUE, alarms::markLeaseExpired);
        bind(Catalogue.PROMOTE_DELAYED, alarms::promoteDelayed);
        bind(Catalogue.EXPIRE_EXECUTION, alarms::expire);

        var reads = new Reads(calls);
        bind(Catalogue.READ_EXECUTION_INFO, reads::info);
        bind(Catalogue.READ_EXECUTION_STATE, reads::state);
        bind(Catalogue.READ_EXECUTION_CONTEXT, reads::context);
        bind(Catalogue.READ_CURRENT_ATTEMPT_INDEX, reads::currentAttemptIndex);
        bind(Catalogue.READ_TOTAL_ATTEMPT_COUNT, reads::totalAttemptCount);
        bind(Catalogue.READ_EXEC_CORE_FIELDS, reads::coreFields);
        bind(Catalogue.GET_EXECUTION_NAMESPACE, reads::namespace);
        bind(Catalogue.RESOLVE_EXECUTION_FLOW_ID, reads::flowId);
        bind(Catalogue.LIST_LANES, reads::lanes);
        bind(Catalogue.LIST_EXPIRED_LEASES, reads::expiredLeases);

        bind(Catalogue.EXPLAIN_EXECUTION, new Explanations(calls)::explain);

        var workers = new Workers(calls);
        bind(Catalogue.REGISTER_WORKER, workers::register);
        bind(Catalogue.HEARTBEAT_WORKER, workers::heartbeat);
        bind(Catalogue.MARK_WORKER_DEAD, workers::markDead);
        bind(Catalogue.LIST_WORKERS, workers::list);
        bind(Catalogue.SWEEP_WORKERS, workers::sweep);

        var events = new Events(calls, patience);
        bindWaiting(Catalogue.SUBSCRIBE_EVENTS, events::subscribe);
        bindWaiting(Catalogue.SUBSCRIBE_LEASE_HISTORY, events::leases);
        bindWaiting(Catalogue.SUBSCRIBE_COMPLETION, events.to(EventFamily.COMPLETION));
        bindWaiting(Catalogue.SUBSCRIBE_SIGNAL_DELIVERY, events.to(EventFamily.SIGNAL));
        bindWaiting(Catalogue.SUBSCRIBE_INSTANCE_TAGS, events.to(EventFamily.INSTANCE_TAG));

        var cursors = new Cursors(calls, patience);
        bindWaiting(Catalogue.ACQUIRE_CURSOR, cursors::acquire, cursors::handBack);
        bind(Catalogue.ADVANCE_CURSOR, cursors::advance);
        bind(Catalogue.RELEASE_CURSOR, cursors::release);
        bind(Catalogue.LIST_CURSORS, cursors::list);
        bind(Catalogue.DELETE_CURSOR, cursors::delete);

        bind(Catalogue.TRIM_RETENTION, new Retention(calls)::trim);

        var labels = new Labels(calls);
        bind(Catalogue.SET_EXECUTION_TAG, labels::set);
        bind(Catalogue.SET_EXECUTION_TAGS, labels::setAll);
        bind(Catalogue.GET_EXECUTION_TAG, labels::get);

        var infrastructure = new Infrastructure(calls);
        bind(Catalogue.PING, infrastructure::ping);
        bind(Catalogue.SERVER_TIME_MS, infrastructure::serverTime);
        bind(Catalogue.BACKEND_LABEL, infrastructure::label);
        bind(Catalogue.CAPABILITIES, infrastructure::capabilities);
        bind(Catalogue.PREPARE, infrastructure::prepare);
        bind(Catalogue.RECONCILE_EXECUTION_INDEX, new IndexCheck(calls)::run);

        timers = new Timers(
                store,
                this,
                new Takeovers(settings.reclaimGrace(), alarms::endAtCap),
                settings.retention(),
                TimerMeans.of(store, this)
                        .withAct(alarms)
                        .withRoutes(routes::releaseRoutable)
                        .withSleep(Sleep.atMost(polls.timers()))
                        .withWatch(settings.timerWatch()));
        bind(Catalogue.SHUTDOWN_PREPARE, new Shutdown(patience, store.doorbells(), timers)::prepare);
    }

    /** Starts an engine on a store; its timers run until it is closed. */
    public static LocalEngine start(Store store, EngineSettings settings) {
        return start(store, settings, FallbackPolls.DEFAULT);
    }

    /** The same with other polls; for tests. */
    public static LocalEngine start(Store store, EngineSettings settings, FallbackPolls polls) {
        var engine = new LocalEngine(store, settings, polls);
        try {
            engine.register(settings.lanes());
        } catch (RuntimeException unable) {
            engine.close();
            throw unable;
        }
        if (settings.timers()) {
            engine.timers.start();
        }
        return engine;
    }

    private void register(List<LaneId> lanes) {
        if (!lanes.isEmpty()) {
            // In one order, so that processes that start together do not wait for each other in a circle.
            var ordered = lanes.stream().sorted().toList();
            calls.write(0, tx -> {
                tx.addLanes(ordered);
                return ordered;
            });
        }
    }

    /** Does now whatever is due, for those who run the engine without its own timers. */
    public void runTimers() {
        timers.pass();
    }

    /** The calls that wait at the moment; for tests, which cause something only once a call is known to wait for it. */
    public List<WaitingCall> waitingCalls() {
        return waiting.list();
    }

    @Override
    @SuppressWarnings("unchecked") // bind() pairs every operation with a handler of its own types
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        var handler = handlers.get(operation);
        if (handler == null) {
            throw new IllegalArgumentException(operation + " is not in the catalogue");
        }
        requireStorable(operation, arguments);
        if (operation.scope() != Scope.READ) {
            store.requireNotHeldUp();
        }
        return (R) handler.apply(arguments);
    }

    @Override
    @SuppressWarnings("unchecked") // bindWaiting() pairs every operation with a handler of its own types
    public <A, R> CompletableFuture<R> callAsync(Operation<A, R> operation, A arguments) {
        var parked = parking.get(operation);
        if (parked == null) {
            return Engine.super.callAsync(operation, arguments);
        }
        try {
            requireStorable(operation, arguments);
            return (CompletableFuture<R>) parked.apply(arguments);
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
        return patience.isDismissed();
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
    @SuppressWarnings("unchecked") // bindIn() ties each operation to a handler of its types
    public <A, R> R callIn(Connection connection, Operation<A, R> operation, A arguments) {
        var handler = inTransactions.get(operation);
        if (handler == null) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "operation: " + operation,
                            "Only %s and %s can be carried out in a caller's transaction; call it without the connection."
                                    .formatted(Catalogue.CREATE_EXECUTION, Catalogue.SUBMIT_BATCH))
                    .toException();
        }
        requireStorable(operation, arguments);
        return (R) handler.apply(connection, arguments);
    }

    @Override
    public void close() {
        timers.close();
        patience.close();
        store.doorbells().ringAll();
        store.close();
    }

    private static void requireStorable(Operation<?, ?> operation, Object arguments) {
        // What is wrong with one item of a batch concerns that item alone; see Batches.
        if (operation.shape() != Operation.Shape.BATCH) {
            Calls.require(ArgumentRules.check((Record) arguments));
        }
    }

    private <A, R> void bind(Operation<A, R> operation, Function<A, R> handler) {
        handlers.put(operation, arguments -> handler.apply(operation.arguments().cast(arguments)));
    }

    private <A, R> void bindIn(Operation<A, R> operation, BiFunction<Connection, A, R> handler) {
        inTransactions.put(
                operation,
                (connection, arguments) ->
                        handler.apply(connection, operation.arguments().cast(arguments)));
    }

    /** For answers that take nothing and may be large. */
    private <A extends Waiting, R> void bindWaiting(Operation<A, R> operation, Function<A, Vigil<R>> handler) {
        bindWaiting(
                operation,
                args -> new RoomVigil<>(handler.apply(args), calls.room(), args.maxWaitMs()),
                (args, unwanted) -> {});
    }

    /** @param unwanted undoes an answer that came while its call was cancelled */
    private <A, R> void bindWaiting(
            Operation<A, R> operation, Function<A, Vigil<R>> handler, BiConsumer<A, R> unwanted) {
        Function<A, Vigil<R>> watched = arguments -> waiting.watched(operation, arguments, handler.apply(arguments));
        bind(operation, arguments -> patience.await(watched.apply(arguments)));
        parking.put(operation, given -> {
            A arguments = operation.arguments().cast(given);
            return patience.park(watched.apply(arguments), answer -> unwanted.accept(arguments, answer));
        });
    }
}
