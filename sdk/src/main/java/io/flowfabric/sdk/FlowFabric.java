package io.flowfabric.sdk;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.layer.Layers;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.config.StoreSettings;
import io.flowfabric.sdk.event.EventSubscription;
import io.flowfabric.sdk.event.EventSubscriptionBuilder;
import io.flowfabric.sdk.event.RunningSubscriptions;
import io.flowfabric.sdk.internal.Preconditions;
import io.flowfabric.sdk.internal.StoreLookup;
import io.flowfabric.sdk.remote.RemoteEngine;
import io.flowfabric.sdk.worker.RunningWorkers;
import io.flowfabric.sdk.worker.Worker;
import io.flowfabric.sdk.worker.WorkerBuilder;
import java.sql.Connection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * An open engine: submits executions, waits for them, and works on them.
 *
 * <pre>{@code
 * try (var fabric = FlowFabric.open("sqlite:shop.db")) {
 *     fabric.worker("orders")
 *           .on("charge-card", Charge.class, (task, charge) -> payments.charge(charge))
 *           .start();
 *
 *     Receipt receipt = fabric.submit("orders", "charge-card", new Charge("o-1", 4200))
 *                             .await(Receipt.class, Duration.ofSeconds(30));
 * }
 * }</pre>
 *
 * <p>Safe for use by any thread. Close it when it is no longer used.
 */
public final class FlowFabric implements AutoCloseable {
    private final FabricParts fabric;
    private final RunningWorkers workers;
    private final RunningSubscriptions subscriptions;
    private final AtomicBoolean closed = new AtomicBoolean();

    private FlowFabric(Engine engine, FabricOptions options) {
        this.fabric = new FabricParts(Layers.around(engine, options.layers()), options);
        this.workers = new RunningWorkers(fabric.engine(), options);
        this.subscriptions = new RunningSubscriptions(fabric.engine(), options);
    }

    /**
     * Opens the store or the server at an address, such as {@code sqlite:app.db}, with {@link FabricOptions#DEFAULT}.
     */
    public static FlowFabric open(String address) {
        return open(address, FabricOptions.DEFAULT);
    }

    /** Opens a server at an address such as {@code https://host}, which is shown a key. */
    public static FlowFabric open(String address, String key) {
        return open(address, FabricOptions.DEFAULT.withStore(StoreSettings.DEFAULT.withKey(key)));
    }

    /**
     * Opens the store at an address and starts an engine on it; or, for an address such as {@code https://host}, talks
     * to the engine of the server there, which is contacted with the first call. A server's key is in the {@link
     * StoreSettings}, or in the environment variable {@code FF_API_TOKEN}. Its certificate must come from an authority
     * that Java trusts, or from one in the file that the settings or {@code FF_TLS_CA_FILE} name.
     *
     * @throws io.flowfabric.model.error.EngineException {@code invalid_input} if no store on the class path has such
     *     addresses; otherwise what the store says about why it cannot be opened
     */
    public static FlowFabric open(String address, FabricOptions options) {
        Objects.requireNonNull(address, "address");
        if (isServer(address)) {
            var settings = options.store().remote(options.engine().partitions());
            return new FlowFabric(RemoteEngine.connect(address, settings), options);
        }
        return start(StoreLookup.open(address, StoreOptionsMapping.ofAddress(options)), options);
    }

    /** Whether an address is one of a server, such as {@code https://host}, and not of a store. */
    public static boolean isServer(String address) {
        return RemoteEngine.isAddress(address);
    }

    /** Opens a store through a pool of the caller's, with {@link FabricOptions#DEFAULT}. */
    public static FlowFabric open(DataSource dataSource) {
        return open(dataSource, FabricOptions.DEFAULT);
    }

    /**
     * Opens the store in the PostgreSQL database that a pool leads to, in its schema {@code flowfabric} unless the
     * {@link StoreSettings} name another, and starts an engine on it. The caller owns the pool and closes it after this
     * FlowFabric. One connection is kept until then, and up to about six more are used at times: a thread that calls
     * this FlowFabric while it holds a connection of the same pool needs the pool to have room for them.
     *
     * @throws io.flowfabric.model.error.EngineException {@code invalid_input} if it leads to another kind of database;
     *     otherwise what the store says about why it cannot be opened
     */
    public static FlowFabric open(DataSource dataSource, FabricOptions options) {
        Objects.requireNonNull(dataSource, "dataSource");
        return start(StoreLookup.open(dataSource, StoreOptionsMapping.ofPool(options)), options);
    }

    private static FlowFabric start(Store store, FabricOptions options) {
        try {
            return new FlowFabric(LocalEngine.start(store, options.engine()), options);
        } catch (RuntimeException failed) {
            store.close();
            throw failed;
        }
    }

    /**
     * Puts the layers of the options around an engine that was started elsewhere, and owns it from now on. The options
     * for engine and store have no effect.
     */
    public static FlowFabric on(Engine engine, FabricOptions options) {
        return new FlowFabric(engine, options);
    }

    /**
     * Submits an execution with a payload and defaults for the rest; see {@link SubmissionBuilder} for other options.
     */
    public Submitted submit(String lane, String kind, Object payload) {
        return submission(lane, kind).payload(payload).submit();
    }

    /**
     * Submits an execution in the transaction that the caller has open on a connection to the database of the store;
     * see {@link SubmissionBuilder#submit(Connection)}.
     */
    public Submitted submit(Connection connection, String lane, String kind, Object payload) {
        return submission(lane, kind).payload(payload).submit(connection);
    }

    /**
     * Submits many executions in few transactions. Each is answered as if it had been submitted alone, in the order
     * given; one that is refused does not affect the others.
     *
     * <pre>{@code
     * var answers = fabric.submitAll(orders.stream()
     *         .map(order -> fabric.submission("orders", "charge-card").payload(order))
     *         .toList());
     * answers.get(0).orThrow().id();
     * }</pre>
     *
     * @throws io.flowfabric.model.error.EngineException {@code invalid_input} if one was begun by another
     *     {@link FlowFabric}; nothing was submitted then
     */
    public List<BatchItem<Submitted>> submitAll(List<SubmissionBuilder> submissions) {
        Objects.requireNonNull(submissions, "submissions");
        return new BatchSubmission(fabric).submit(submissions);
    }

    /**
     * Submits many executions in the transaction that the caller has open on a connection to the database of the store;
     * see {@link SubmissionBuilder#submit(Connection)}. Each is answered in its place, and one that is refused does not
     * affect the others: check the answers before the commit.
     *
     * @throws io.flowfabric.model.error.EngineException if the connection cannot be used or the database fails: roll
     *     the transaction back, for some of them may have been stored in it; {@code invalid_input} as {@link
     *     #submitAll(List)}
     */
    public List<BatchItem<Submitted>> submitAll(Connection connection, List<SubmissionBuilder> submissions) {
        Objects.requireNonNull(connection, "connection");
        Objects.requireNonNull(submissions, "submissions");
        return new BatchSubmission(fabric).submitIn(connection, submissions);
    }

    /** Begins a submission; nothing happens before {@link SubmissionBuilder#submit()}. */
    public SubmissionBuilder submission(String lane, String kind) {
        return new SubmissionBuilder(fabric, lane, kind);
    }

    /** A reference to an execution that was submitted before, here or elsewhere. Does not check whether it exists. */
    public ExecutionReference execution(ExecutionId id) {
        return new ExecutionReference(fabric, id);
    }

    /**
     * Begins a worker on these lanes, at least one; nothing happens before {@link WorkerBuilder#start()}.
     *
     * @throws io.flowfabric.model.error.EngineException {@code invalid_input} if no lane is given, or one is not a
     *     valid name
     */
    public WorkerBuilder worker(String... lanes) {
        return workers.builder(Preconditions.all("lane", lanes));
    }

    /** Operations for operators: inspect executions, workers and leases, and intervene. */
    public Admin admin() {
        return new Admin(fabric.engine(), fabric.options().namespace());
    }

    /**
     * Begins a subscription to events under a name; nothing happens before {@link EventSubscriptionBuilder#start()}.
     *
     * <pre>{@code
     * fabric.events("billing")
     *       .on(CompletionEvent.class, event -> invoices.settle(event.subject().executionId()))
     *       .start();
     * }</pre>
     *
     * <p>The position of the name is kept in the store, so that the subscription goes on where it stopped, also after a
     * crash. All subscribers under one name share it: each event is handled by one of them, in commit order. An event
     * is handled at least once: its position is stored after its handler has returned, together with others (within a
     * second, at the latest every 100 events, and at the close), so after a crash the last few are handled again.
     *
     * @throws io.flowfabric.model.error.EngineException {@code invalid_input} if it is not a valid name
     */
    public EventSubscriptionBuilder events(String name) {
        return subscriptions.builder(Objects.requireNonNull(name, "name"));
    }

    /**
     * The engine within its layers, for every operation of its {@link io.flowfabric.engine.catalogue.Catalogue}. It is
     * closed with this FlowFabric.
     */
    public Engine engine() {
        return fabric.engine();
    }

    /**
     * Stops the workers and subscriptions that were started here, as {@link Worker#close()} and
     * {@link EventSubscription#close()} do, then closes the engine and releases the store. Closing again has no effect.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            workers.close();
            subscriptions.close();
            fabric.endings().close();
            fabric.engine().close();
        }
    }
}
