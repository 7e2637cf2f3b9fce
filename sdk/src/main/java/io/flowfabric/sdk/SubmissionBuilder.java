package io.flowfabric.sdk;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.task.Retry;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An execution about to be submitted. What is not named keeps its default. Belongs to one thread. A value that breaks a
 * rule fails with an {@link io.flowfabric.model.error.EngineException}, here or in {@link #submit()}.
 */
public final class SubmissionBuilder {
    private final FabricParts fabric;
    private final CreateExecutionBuilder arguments;
    private Optional<ExecutionPolicy> policy = Optional.empty();
    private Optional<Retry> retry = Optional.empty();
    private Optional<CapabilitySet> required = Optional.empty();
    private Optional<Duration> delay = Optional.empty();

    SubmissionBuilder(FabricParts fabric, String lane, String kind) {
        this.fabric = fabric;
        this.arguments = CreateExecution.of(
                fabric.options().namespace(),
                new LaneId(Objects.requireNonNull(lane, "lane")),
                Objects.requireNonNull(kind, "kind"));
    }

    /**
     * What the handler gets, as the codec writes it: a {@code byte[]} or a {@link io.flowfabric.model.op.Payload} as it
     * is, a {@code String} as UTF-8, anything else as JSON, unless {@link FabricOptions#codec()} is another. At most 1
     * MiB.
     */
    public SubmissionBuilder payload(Object value) {
        arguments.input(fabric.codec().encode(Objects.requireNonNull(value, "payload")));
        return this;
    }

    /** Higher goes first; 0 unless set, bounded to 0 … 9000. */
    public SubmissionBuilder priority(int value) {
        arguments.priority(value);
        return this;
    }

    /** It becomes eligible after this time, counted from {@link #submit()} by the store's clock. */
    public SubmissionBuilder delay(Duration value) {
        delay = Optional.of(Objects.requireNonNull(value, "delay"));
        return this;
    }

    /** It becomes eligible at this moment, not at once. */
    public SubmissionBuilder delayUntil(Instant value) {
        delay = Optional.empty();
        arguments.delayUntil(Objects.requireNonNull(value, "delayUntil").toEpochMilli());
        return this;
    }

    /** It expires if it has not ended by this moment. */
    public SubmissionBuilder deadline(Instant value) {
        arguments.deadlineAt(Objects.requireNonNull(value, "deadline").toEpochMilli());
        return this;
    }

    /** A second submission in the namespace with this key answers the first one and stores nothing. */
    public SubmissionBuilder idempotencyKey(String value) {
        arguments.idempotencyKey(Objects.requireNonNull(value, "idempotencyKey"));
        return this;
    }

    /** Attaches a tag; keys read {@code namespace.name}, such as {@code acme.session_id}. */
    public SubmissionBuilder tag(String key, String value) {
        arguments.tag(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value"));
        return this;
    }

    /** Only workers that have all these capabilities may run it. Replaces those of the policy. */
    public SubmissionBuilder requires(String... capabilities) {
        required = Optional.of(CapabilitySet.required(List.of(capabilities)));
        return this;
    }

    /** Whether and when a failed attempt is retried; without it, never. Overrides the policy. */
    public SubmissionBuilder retry(Retry value) {
        retry = Optional.of(Objects.requireNonNull(value, "retry"));
        return this;
    }

    /** Everything else: timeouts, budgets, limits. */
    public SubmissionBuilder policy(ExecutionPolicy value) {
        policy = Optional.of(Objects.requireNonNull(value, "policy"));
        return this;
    }

    /** The id it gets; submitting a known id is a duplicate. Generated unless set. */
    public SubmissionBuilder id(ExecutionId value) {
        arguments.id(Objects.requireNonNull(value, "id"));
        return this;
    }

    /**
     * Submits it. When this returns, the execution is stored. If it fails with a transport error or a timeout, the
     * execution may have been stored: repeat the call with the same id or idempotency key.
     *
     * @throws io.flowfabric.model.error.EngineException if it is refused or the store cannot be reached
     */
    public Submitted submit() {
        return new Submitted(fabric, fabric.engine().call(Catalogue.CREATE_EXECUTION, build(this::serverTime)));
    }

    /**
     * Submits it in a transaction that the caller has open, on a connection to the database of the store: the execution
     * is committed or rolled back with everything else in that transaction. It is not visible before the commit, so
     * wait for its result afterwards. The connection must not be in autocommit mode; the caller keeps it and ends the
     * transaction. Call it on the thread that uses the connection.
     *
     * <pre>{@code
     * connection.setAutoCommit(false);
     * orders.insert(connection, order);
     * fabric.submission("orders", "charge-card").payload(order).submit(connection);
     * connection.commit();
     * }</pre>
     *
     * <p>On SQLite the connection leads to the file of the store; commit soon, because until then no other writer can
     * write.
     *
     * @throws io.flowfabric.model.error.EngineException if it is refused, also because the connection cannot be used.
     *     Earlier changes of the transaction are kept, and it can go on, unless the message says otherwise
     */
    public Submitted submit(Connection connection) {
        Objects.requireNonNull(connection, "connection");
        return new Submitted(
                fabric, fabric.engine().callIn(connection, Catalogue.CREATE_EXECUTION, build(this::serverTime)));
    }

    boolean belongsTo(FabricParts other) {
        return fabric == other;
    }

    /** The arguments so far. Delays count from the time given, which is read only if there is a delay. */
    CreateExecution build(Supplier<Instant> serverTime) {
        delay.map(ahead -> serverTime.get().plus(ahead).toEpochMilli()).ifPresent(arguments::delayUntil);
        Policies.merge(policy, retry, required).ifPresent(arguments::policy);
        return arguments.build();
    }

    private Instant serverTime() {
        return Instant.ofEpochMilli(fabric.engine().call(Catalogue.SERVER_TIME_MS, NoArguments.NONE));
    }
}
