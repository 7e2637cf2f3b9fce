package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.limit.ArgumentRules;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.engine.store.read.DueReads;
import io.flowfabric.model.backend.BackendCapabilities;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.PrepareOutcome;
import io.flowfabric.model.op.timer.TrimRetention;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Every operation as the rules and the specification have it, on a {@link World} in memory. Not thread-safe. */
final class Model {
    private final Map<Operation<?, ?>, OperationModel<Object, Object>> interpretations = new HashMap<>();
    private final DueTimeModel dueTimes;
    private final WorkerModel workers;
    private final RetentionModel retention;
    private final Duration kept;

    Model(World world, IssuedHandles issuedHandles, EngineSettings settings) {
        dueTimes = new DueTimeModel(world, settings.reclaimGrace());
        workers = new WorkerModel(world);
        retention = new RetentionModel(world);
        kept = settings.retention();
        bindSubmissions(new SubmissionModel(world, settings.partitions()), new HolderModel(world, issuedHandles));
        bindClaims(new ClaimModel(world, issuedHandles, settings.reclaimGrace()), new GrantModel(world));
        bindAcquisitions(new AcquisitionModel(world, issuedHandles));
        bindFences(new FenceModel(world));
        bindOperators(new OperatorModel(world));
        bindWorkers();
        bindTimers();
        bindReads(new ReadModel(world, settings.reclaimGrace()));
        bindListings(new ListingModel(world));
        bindEvents(new EventModel(world));
        bindCursors(new CursorModel(world));
        bindInfrastructure(world, issuedHandles.backend().label());
    }

    /** The operations of the catalogue that are understood. */
    Set<Operation<?, ?>> operations() {
        var all = new HashSet<>(interpretations.keySet());
        all.remove(FollowUpCalls.RELEASE_ROUTES);
        return all;
    }

    /** What a call should be told, given what it was told. */
    @SuppressWarnings("unchecked") // bind() pairs every operation with an interpretation of its own types
    <A, R> Answer<R> answer(Operation<A, R> operation, A arguments, Answer<R> actual) {
        var interpretation = (OperationModel<A, R>) interpretations.get(operation);
        try {
            if (operation.shape() != Operation.Shape.BATCH) {
                OperationModel.require(ArgumentRules.check((Record) arguments));
            }
            return new Answer.Given<>(interpretation.answer(arguments, actual));
        } catch (EngineException refused) {
            return new Answer.Refused<>(refused.error());
        }
    }

    /** A pass of the timers. */
    void runTimers() {
        dueTimes.pass();
        workers.sweep(NoArguments.NONE);
        workers.releaseRoutable();
        retention.trim(TrimRetention.all(kept.toMillis(), Limits.PURGED));
    }

    /** When the timers will have something to do. */
    DueReads.Next next() {
        return new DueReads.Next(dueTimes.next(), retention.next(kept.toMillis()), workers.anyUnrouted());
    }

    private void bindSubmissions(SubmissionModel submissions, HolderModel holders) {
        bind(Catalogue.CREATE_EXECUTION, submissions::create);
        bind(Catalogue.RENEW, holders::renew);
        bind(Catalogue.PROGRESS, holders::progress);
        bind(Catalogue.COMPLETE, holders::complete);
        bind(Catalogue.FAIL, holders::fail);
        bind(Catalogue.CANCEL, holders::cancel);
        bind(Catalogue.DELAY, holders::delay);
        bind(Catalogue.WAIT_CHILDREN, holders::waitChildren);
        var batches = new BatchModel(submissions, holders);
        bind(Catalogue.SUBMIT_BATCH, batches::submit);
        bind(Catalogue.COMPLETE_BATCH, batches::complete);
        bind(Catalogue.RENEW_BATCH, batches::renew);
    }

    private void bindClaims(ClaimModel claims, GrantModel grants) {
        bindWithIds(Catalogue.CLAIM, claims::claim);
        bindWithIds(Catalogue.CLAIM_FOR_WORKER, claims::claimForWorker);
        bindWithIds(Catalogue.ISSUE_CLAIM_GRANT, grants::issueClaimGrant);
        bindWithIds(Catalogue.ISSUE_RECLAIM_GRANT, grants::issueReclaimGrant);
    }

    private void bindAcquisitions(AcquisitionModel acquisitions) {
        bindWithIds(Catalogue.CLAIM_EXECUTION, acquisitions::claim);
        bindWithIds(Catalogue.CLAIM_RESUMED_EXECUTION, acquisitions::claimResumed);
        bindWithIds(Catalogue.CLAIM_FROM_RESUME_GRANT, acquisitions::claimFromResumeGrant);
        bindWithIds(Catalogue.ISSUE_GRANT_AND_CLAIM, acquisitions::grantAndClaim);
        bindWithIds(Catalogue.RECLAIM_EXECUTION, acquisitions::reclaim);
    }

    private void bindFences(FenceModel fences) {
        bind(Catalogue.COMPLETE_EXECUTION, fences::complete);
        bind(Catalogue.FAIL_EXECUTION, fences::fail);
        bind(Catalogue.RENEW_LEASE, fences::renew);
    }

    private void bindOperators(OperatorModel operators) {
        bind(Catalogue.CANCEL_EXECUTION, operators::cancel);
        bind(Catalogue.CHANGE_PRIORITY, operators::changePriority);
        bind(Catalogue.REPLAY_EXECUTION, operators::replay);
        bind(Catalogue.REVOKE_LEASE, operators::revoke);
        bind(Catalogue.BLOCK_ROUTE, operators::blockRoute);
        bind(Catalogue.BLOCK_EXECUTION_FOR_ADMISSION, operators::block);
        bind(Catalogue.UNBLOCK_EXECUTION, operators::unblock);
        bind(Catalogue.SET_EXECUTION_TAG, operators::tag);
        bind(Catalogue.SET_EXECUTION_TAGS, operators::tagAll);
    }

    private void bindWorkers() {
        bind(Catalogue.REGISTER_WORKER, workers::register);
        bind(FollowUpCalls.RELEASE_ROUTES, workers::releaseRoutes);
        bind(Catalogue.HEARTBEAT_WORKER, workers::heartbeat);
        bind(Catalogue.MARK_WORKER_DEAD, workers::markDead);
        bind(Catalogue.SWEEP_WORKERS, workers::sweep);
        bind(Catalogue.LIST_WORKERS, workers::list);
    }

    private void bindTimers() {
        bind(Catalogue.MARK_LEASE_EXPIRED_IF_DUE, dueTimes::markExpired);
        bind(Catalogue.PROMOTE_DELAYED, dueTimes::promote);
        bind(Catalogue.EXPIRE_EXECUTION, dueTimes::expire);
        bind(Catalogue.TRIM_RETENTION, retention::trim);
    }

    private void bindReads(ReadModel reads) {
        bind(Catalogue.DESCRIBE_EXECUTION, reads::describe);
        bind(Catalogue.LIST_ATTEMPTS, reads::attempts);
        bind(Catalogue.GET_EXECUTION_RESULT, reads::result);
        bind(Catalogue.AWAIT_RESULT, reads::await);
        bind(Catalogue.READ_EXECUTION_INFO, reads::info);
        bind(Catalogue.EXPLAIN_EXECUTION, reads::explain);
        bind(Catalogue.READ_EXECUTION_STATE, reads::state);
        bind(Catalogue.READ_EXECUTION_CONTEXT, reads::context);
        bind(Catalogue.READ_CURRENT_ATTEMPT_INDEX, reads::currentAttemptIndex);
        bind(Catalogue.READ_TOTAL_ATTEMPT_COUNT, reads::totalAttemptCount);
        bind(Catalogue.READ_EXEC_CORE_FIELDS, reads::coreFields);
        bind(Catalogue.GET_EXECUTION_NAMESPACE, reads::namespace);
        bind(Catalogue.RESOLVE_EXECUTION_FLOW_ID, reads::flowId);
        bind(Catalogue.GET_EXECUTION_TAG, reads::tag);
    }

    private void bindListings(ListingModel listings) {
        bind(Catalogue.LIST_EXECUTIONS, listings::executions);
        bind(Catalogue.SCAN_ELIGIBLE_EXECUTIONS, listings::eligible);
        bind(Catalogue.LIST_LANES, listings::lanes);
        bind(Catalogue.LIST_EXPIRED_LEASES, listings::expiredLeases);
        bind(Catalogue.RECONCILE_EXECUTION_INDEX, listings::reconcile);
    }

    private void bindEvents(EventModel events) {
        bind(Catalogue.SUBSCRIBE_EVENTS, events::subscribe);
        bind(Catalogue.SUBSCRIBE_LEASE_HISTORY, events::leases);
        bind(Catalogue.SUBSCRIBE_COMPLETION, events.to(EventFamily.COMPLETION));
        bind(Catalogue.SUBSCRIBE_SIGNAL_DELIVERY, events.to(EventFamily.SIGNAL));
        bind(Catalogue.SUBSCRIBE_INSTANCE_TAGS, events.to(EventFamily.INSTANCE_TAG));
    }

    private void bindCursors(CursorModel cursors) {
        bind(Catalogue.ACQUIRE_CURSOR, cursors::acquire);
        bind(Catalogue.ADVANCE_CURSOR, cursors::advance);
        bind(Catalogue.RELEASE_CURSOR, cursors::release);
        bind(Catalogue.DELETE_CURSOR, cursors::delete);
        bind(Catalogue.LIST_CURSORS, cursors::list);
    }

    private void bindInfrastructure(World world, String label) {
        bind(Catalogue.PING, none -> Ok.OK);
        bind(Catalogue.SERVER_TIME_MS, none -> world.now());
        bind(Catalogue.BACKEND_LABEL, none -> label);
        bind(
                Catalogue.CAPABILITIES,
                none -> BackendCapabilities.of(
                        label, Catalogue.all().stream().map(Operation::name).toList()));
        bind(Catalogue.PREPARE, none -> new PrepareOutcome.NoOp());
        // No call waits in a run of single calls, and its timers run only when they are asked to.
        bind(Catalogue.SHUTDOWN_PREPARE, any -> Ok.OK);
    }

    private <A, R> void bind(Operation<A, R> operation, Function<A, R> answer) {
        bindWithIds(operation, (arguments, actual) -> answer.apply(arguments));
    }

    @SuppressWarnings("unchecked") // undone by answer(), which knows the types again
    private <A, R> void bindWithIds(Operation<A, R> operation, OperationModel<A, R> interpretation) {
        interpretations.put(operation, (OperationModel<Object, Object>) interpretation);
    }
}
