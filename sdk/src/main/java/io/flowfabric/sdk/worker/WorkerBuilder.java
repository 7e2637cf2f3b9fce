package io.flowfabric.sdk.worker;

import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.LaneWeight;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.internal.Decoding;
import io.flowfabric.sdk.internal.Preconditions;
import io.flowfabric.sdk.internal.StopSignal;
import io.flowfabric.sdk.payload.PayloadCodec;
import io.flowfabric.sdk.payload.TypeToken;
import io.flowfabric.sdk.task.Handler;
import io.flowfabric.sdk.task.PermanentFailure;
import io.flowfabric.sdk.task.TaskFailure;
import io.flowfabric.sdk.task.TaskHandler;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Configures and starts a worker. Options that are not set keep their defaults. Belongs to one thread. An invalid value
 * fails with {@code invalid_input}, here or in {@link #start()}.
 */
public final class WorkerBuilder {
    private static final Duration LONGEST_TTL = Duration.ofMillis(0xFFFF_FFFFL);

    /** The most lanes of one claim. */
    private static final int MOST_LANES = Limits.LANES;

    private static final int MOST_WEIGHT = Limits.LANE_WEIGHT;

    /** The most kinds that a claim may exclude. */
    private static final int MOST_LIMITS = 64;

    private final RunningWorkers workers;
    private final Map<LaneId, LaneWeight> lanes = new LinkedHashMap<>();
    private final Map<String, Handlers.Work> handlers = new HashMap<>();
    private final Map<String, Integer> limits = new HashMap<>();
    private Optional<Handlers.Work> anyKind = Optional.empty();
    private UnaryOperator<Exception> failures = UnaryOperator.identity();
    private WorkerId workerId = new WorkerId("worker");
    private Optional<WorkerInstanceId> instanceId = Optional.empty();
    private Namespace namespace;
    private CapabilitySet capabilities = CapabilitySet.EMPTY;
    private Duration leaseTtl = Duration.ofSeconds(30);
    private int concurrency = 16;

    WorkerBuilder(RunningWorkers workers, List<String> lanes) {
        this.workers = workers;
        lanes.stream().map(LaneId::new).forEach(lane -> this.lanes.put(lane, LaneWeight.of(lane)));
        this.namespace = workers.options().namespace();
        if (lanes.isEmpty()) {
            throw invalid("lanes: none given", "Name at least one lane to claim from.");
        }
    }

    /**
     * Claims from this lane too, or gives a lane a weight: while several lanes have work, one of weight 3 gets three
     * times as much as one of weight 1. A lane that has no work leaves its share to the others, so no weight holds up a
     * lane.
     *
     * @param weight 1 to 1000; 1 for lanes that were given none
     * @throws EngineException {@code invalid_input} if the lane is not a valid name, or the weight out of range
     */
    public WorkerBuilder lane(String name, int weight) {
        if (weight < 1 || weight > MOST_WEIGHT) {
            throw invalid(
                    "weight of lane %s: %d".formatted(name, weight),
                    "Use a weight from 1 to %d; omit a lane from which nothing is to be claimed."
                            .formatted(MOST_WEIGHT));
        }
        var lane = new LaneId(Objects.requireNonNull(name, "lane"));
        lanes.put(lane, new LaneWeight(lane, weight));
        return this;
    }

    /**
     * Handles a kind.
     *
     * @throws EngineException {@code invalid_input} if the kind has a handler already
     */
    public <P, R extends @Nullable Object> WorkerBuilder on(String kind, Class<P> payload, Handler<P, R> handler) {
        return on(kind, TypeToken.of(payload), handler);
    }

    /**
     * Handles a kind whose payload is of a type with parameters, such as a list of records.
     *
     * @throws EngineException {@code invalid_input} if the kind has a handler already
     */
    public <P, R extends @Nullable Object> WorkerBuilder on(String kind, TypeToken<P> payload, Handler<P, R> handler) {
        return add(kind, Handlers.typed(codec(), payload, handler));
    }

    /**
     * Handles a kind in terms of bytes.
     *
     * @throws EngineException {@code invalid_input} if the kind has a handler already
     */
    public WorkerBuilder on(String kind, TaskHandler handler) {
        return add(kind, Handlers.raw(codec(), handler));
    }

    private WorkerBuilder add(String kind, Handlers.Work work) {
        if (handlers.putIfAbsent(Objects.requireNonNull(kind, "kind"), work) != null) {
            throw invalid(
                    "kind: " + kind,
                    "It has a handler already, and a worker has one handler per kind. Remove one of the two.");
        }
        return this;
    }

    /**
     * Handles the kinds that have no handler of their own. Without it their attempts fail.
     *
     * @throws EngineException {@code invalid_input} if there is such a handler already
     */
    public WorkerBuilder onAnyKind(TaskHandler handler) {
        if (anyKind.isPresent()) {
            throw invalid(
                    "handler of any kind: given twice",
                    "A worker has one such handler; distinguish the kinds inside it.");
        }
        anyKind = Optional.of(Handlers.raw(codec(), handler));
        return this;
    }

    /**
     * Translates exceptions of handlers before they fail their attempts: the exception that the translation returns
     * counts as thrown, so a {@link PermanentFailure} ends the execution, and a {@link TaskFailure} names the category
     * that decides about a retry. An exception that needs no translation is returned unchanged.
     *
     * <pre>{@code
     * .failures(e -> e instanceof CardExpired ? new PermanentFailure("the card has expired", e) : e)
     * }</pre>
     */
    public WorkerBuilder failures(UnaryOperator<Exception> translation) {
        failures = Objects.requireNonNull(translation, "translation");
        return this;
    }

    /**
     * How many handlers run at once; 16 unless set, values below 1 count as 1.
     *
     * @throws EngineException {@code invalid_input} if it is more than 10,000
     */
    public WorkerBuilder concurrency(int value) {
        int handlers = Math.max(1, value);
        var refusal =
                Limits.of(WorkerBuilder.class, "concurrency").orElseThrow().check("concurrency", handlers);
        if (refusal.isPresent()) {
            throw refusal.get().toException();
        }
        concurrency = handlers;
        return this;
    }

    /**
     * How many handlers of one kind run at once; as many as of all kinds unless set. While a kind is at its limit the
     * others go on, and its executions stay in the store for other workers, except for the few that would begin within
     * a tenth of a second; the next is claimed as soon as one has ended. A limited kind is claimed by a call of its
     * own, so the priorities of a lane count among its executions and among those of all kinds without a limit.
     *
     * @throws EngineException {@code invalid_input} if the limit is less than 1, or more than 64 kinds have one
     */
    public WorkerBuilder limit(String kind, int most) {
        if (most < 1) {
            throw invalid("limit of kind %s: %d".formatted(kind, most), "Use a limit of at least 1.");
        }
        limits.put(Objects.requireNonNull(kind, "kind"), most);
        if (limits.size() > MOST_LIMITS) {
            throw invalid(
                    "limit of kind %s: one of %d".formatted(kind, limits.size()),
                    "At most %d kinds of a worker can have a limit; put the others on lanes of their own."
                            .formatted(MOST_LIMITS));
        }
        return this;
    }

    /**
     * How long the engine waits for a renewal before another worker can reclaim the execution; 30 seconds unless set, 1
     * ms to 49 days. Short leases cost renewals and are lost in a long pause of this process; long ones delay the
     * reclaim.
     */
    public WorkerBuilder leaseTtl(Duration value) {
        if (Objects.requireNonNull(value, "leaseTtl").toMillis() < 1 || value.compareTo(LONGEST_TTL) > 0) {
            throw invalid("lease_ttl: " + value, "Pass a duration from 1 ms to " + LONGEST_TTL + ".");
        }
        leaseTtl = value;
        return this;
    }

    /** Its capabilities: executions that require any other are left to other workers. */
    public WorkerBuilder capabilities(String... tokens) {
        capabilities = CapabilitySet.ofWorker(Preconditions.all("capability", tokens));
        return this;
    }

    /** Claims only executions of this namespace; that of the {@link FlowFabric} unless set. */
    public WorkerBuilder namespace(String value) {
        namespace = new Namespace(Objects.requireNonNull(value, "namespace"));
        return this;
    }

    /** The name of its pool; {@code worker} unless set. */
    public WorkerBuilder workerId(String value) {
        workerId = new WorkerId(Objects.requireNonNull(value, "workerId"));
        return this;
    }

    /** The name of this worker, which no other live worker may have; generated by each start unless set. */
    public WorkerBuilder workerInstanceId(String value) {
        instanceId = Optional.of(new WorkerInstanceId(Objects.requireNonNull(value, "workerInstanceId")));
        return this;
    }

    /**
     * Starts the worker. It runs until it is stopped, or the {@link FlowFabric} is closed, and keeps the process alive.
     *
     * @throws EngineException {@code invalid_input} if it has no handler, or another live worker has its instance id;
     *     {@code unavailable} after the close; otherwise the reason why the store cannot be reached
     */
    public Worker start() {
        var all = new Handlers(handlers, anyKind, failures, codec());
        if (all.isEmpty()) {
            throw invalid("handlers: none given", "Add at least one with on(kind, …) or onAnyKind(…).");
        }
        for (String kind : limits.keySet()) {
            if (all.of(kind).isEmpty()) {
                throw invalid(
                        "limit of kind " + kind + ": it has no handler",
                        "Add a handler of this kind, or correct the spelling of the kind.");
            }
        }
        if (lanes.size() > MOST_LANES) {
            throw invalid(
                    "lanes: " + lanes.size(),
                    "A worker claims from %d lanes at most; start another worker for the rest.".formatted(MOST_LANES));
        }
        var identity = new WorkerIdentity(
                workerId, instanceId.orElseGet(WorkerBuilder::mintInstance), namespace, capabilities);
        var settings = new WorkerSettings(identity, List.copyOf(lanes.values()), leaseTtl, concurrency, limits);
        return workers.start(() -> new Worker(parts(settings), all, workers));
    }

    /** By each start, since a failed start may have left its entry behind. */
    private static WorkerInstanceId mintInstance() {
        return new WorkerInstanceId(ProcessHandle.current().pid() + "-" + UUID.randomUUID());
    }

    private WorkerParts parts(WorkerSettings settings) {
        var prefetch = new Prefetch(concurrency, leaseTtl.toNanos());
        return new WorkerParts(
                workers.engine(),
                settings,
                prefetch,
                new Slots(concurrency, prefetch),
                new KindLimits(settings.limits(), leaseTtl.toNanos()),
                new StopSignal(),
                System::nanoTime);
    }

    private PayloadCodec codec() {
        return Decoding.checked(workers.options().codec());
    }

    private static EngineException invalid(String detail, String wayOut) {
        return EngineError.of(ErrorCode.INVALID_INPUT, detail, wayOut).toException();
    }
}
