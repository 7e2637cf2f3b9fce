package io.flowfabric.sdk;

import io.flowfabric.engine.rules.LaneRules;
import io.flowfabric.engine.rules.Limits;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.LaneWeight;
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
 * A worker about to be started. What is not named keeps its default. Belongs to one thread. A value that breaks a rule
 * fails with {@code invalid_input}, here or in {@link #start()}.
 */
public final class WorkerBuilder {
    private static final Duration LONGEST_TTL = Duration.ofMillis(0xFFFF_FFFFL);

    /** What one claim takes. */
    private static final int MOST_LANES = LaneRules.MOST_LANES;

    private static final int MOST_WEIGHT = LaneRules.MOST_WEIGHT;

    /** As many kinds as a claim may leave alone. */
    private static final int MOST_LIMITS = 64;

    private final Fabric fabric;
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

    WorkerBuilder(Fabric fabric, List<String> lanes) {
        this.fabric = fabric;
        lanes.stream().map(LaneId::new).forEach(lane -> this.lanes.put(lane, LaneWeight.of(lane)));
        this.namespace = fabric.options().namespace();
        if (lanes.isEmpty()) {
            throw invalid("lanes: none given", "At least one lane is required; name those to claim from.");
        }
    }

    /**
     * Claims from this lane too, or gives a lane a weight: while several lanes have work, one of weight 3 gets three times
     * as much as one of weight 1. A lane that has no work leaves its share to the others, so no weight holds up a lane.
     *
     * @param weight 1 to 1000; 1 for lanes that were given none
     * @throws EngineException {@code invalid_input} if the lane is no name, or the weight out of range
     */
    public WorkerBuilder lane(String name, int weight) {
        if (weight < 1 || weight > MOST_WEIGHT) {
            throw invalid(
                    "weight of lane %s: %d".formatted(name, weight),
                    "A lane weighs 1 to %d; leave out one that is to get nothing.".formatted(MOST_WEIGHT));
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
        return add(kind, Handlers.typed(fabric.codec(), payload, handler));
    }

    /**
     * Handles a kind in terms of bytes.
     *
     * @throws EngineException {@code invalid_input} if the kind has a handler already
     */
    public WorkerBuilder on(String kind, TaskHandler handler) {
        return add(kind, Handlers.raw(fabric.codec(), handler));
    }

    private WorkerBuilder add(String kind, Handlers.Work work) {
        if (handlers.putIfAbsent(Objects.requireNonNull(kind, "kind"), work) != null) {
            throw invalid(
                    "kind: " + kind,
                    "It has a handler already; a kind has one handler on a worker. Leave one of the two out.");
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
            throw invalid("handler of any kind: given twice", "A worker has one; tell the kinds apart inside it.");
        }
        anyKind = Optional.of(Handlers.raw(fabric.codec(), handler));
        return this;
    }

    /**
     * Translates what handlers throw before it fails their attempts: what the translation answers counts as thrown, so a
     * {@link PermanentFailure} ends the execution, and a {@link TaskFailure} names the category that decides about a
     * retry. What it does not care about it answers as it is.
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
     * How many handlers run at once; 16 unless set, less than 1 counts as 1.
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
     * others go on, and its executions stay in the store for other workers, but for the few that would begin within a tenth
     * of a second; the next is claimed as soon as one has ended. A limited kind is claimed by a call of its own, so the priorities of a lane count among its executions and among those
     * of all kinds without a limit.
     *
     * @throws EngineException {@code invalid_input} if the limit is less than 1, or more than 64 kinds have one
     */
    public WorkerBuilder limit(String kind, int most) {
        if (most < 1) {
            throw invalid("limit of kind %s: %d".formatted(kind, most), "At least one handler of a kind runs at once.");
        }
        limits.put(Objects.requireNonNull(kind, "kind"), most);
        if (limits.size() > MOST_LIMITS) {
            throw invalid(
                    "limit of kind %s: one of %d".formatted(kind, limits.size()),
                    "At most %d kinds of a worker have a limit; give the others lanes of their own."
                            .formatted(MOST_LIMITS));
        }
        return this;
    }

    /**
     * How long the engine waits for a sign of life before another worker takes over; 30 seconds unless set, 1 ms to 49
     * days. Short leases cost renewals and are lost in a long pause of this process; long ones delay the takeover.
     */
    public WorkerBuilder leaseTtl(Duration value) {
        if (Objects.requireNonNull(value, "leaseTtl").toMillis() < 1 || value.compareTo(LONGEST_TTL) > 0) {
            throw invalid("lease_ttl: " + value, "A lease lasts 1 ms to " + LONGEST_TTL + ".");
        }
        leaseTtl = value;
        return this;
    }

    /** What it can do: executions that require anything else are left to others. */
    public WorkerBuilder capabilities(String... tokens) {
        capabilities = CapabilitySet.ofWorker(Given.all("capability", tokens));
        return this;
    }

    /** Claims only executions of this namespace; that of the {@link FlowFabric} unless set. */
    public WorkerBuilder namespace(String value) {
        namespace = new Namespace(Objects.requireNonNull(value, "namespace"));
        return this;
    }

    /** The name of the pool it belongs to; {@code worker} unless set. */
    public WorkerBuilder workerId(String value) {
        workerId = new WorkerId(Objects.requireNonNull(value, "workerId"));
        return this;
    }

    /** The name of this one worker, which no other may have at the same time; minted by each start unless set. */
    public WorkerBuilder workerInstanceId(String value) {
        instanceId = Optional.of(new WorkerInstanceId(Objects.requireNonNull(value, "workerInstanceId")));
        return this;
    }

    /**
     * Starts it. It runs until it is stopped, or the {@link FlowFabric} is closed, and keeps the process alive.
     *
     * @throws EngineException {@code invalid_input} if it has no handler, or another worker lives under its instance id;
     *     {@code unavailable} after the close; otherwise what the store says about why it cannot be reached
     */
    public Worker start() {
        var all = new Handlers(handlers, anyKind, failures, fabric.codec());
        if (all.isEmpty()) {
            throw invalid("handlers: none given", "Say what to do with on(kind, …) or onAnyKind(…).");
        }
        for (String kind : limits.keySet()) {
            if (all.of(kind).isEmpty()) {
                throw invalid("limit of kind " + kind + ": it has no handler", "Give it one, or spell it as there.");
            }
        }
        if (lanes.size() > MOST_LANES) {
            throw invalid(
                    "lanes: " + lanes.size(),
                    "A worker claims from %d lanes at most; start another for the rest.".formatted(MOST_LANES));
        }
        var identity = new WorkerIdentity(
                workerId, instanceId.orElseGet(WorkerBuilder::mintInstance), namespace, capabilities);
        var settings = new WorkerSettings(identity, List.copyOf(lanes.values()), leaseTtl, concurrency, limits);
        var workers = fabric.workers();
        return workers.start(() -> new Worker(parts(settings), all, workers));
    }

    /** By each start, since one that failed may have left its entry behind. */
    private static WorkerInstanceId mintInstance() {
        return new WorkerInstanceId(ProcessHandle.current().pid() + "-" + UUID.randomUUID());
    }

    private WorkerParts parts(WorkerSettings settings) {
        var pace = new Pace(concurrency, leaseTtl.toNanos());
        return new WorkerParts(
                fabric.engine(),
                settings,
                pace,
                new Slots(concurrency, pace),
                new KindLimits(settings.limits(), leaseTtl.toNanos()),
                new StopSignal(),
                System::nanoTime);
    }

    private static EngineException invalid(String detail, String wayOut) {
        return EngineError.of(ErrorCode.INVALID_INPUT, detail, wayOut).toException();
    }
}
