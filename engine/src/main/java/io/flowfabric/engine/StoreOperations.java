package io.flowfabric.engine;

import static io.flowfabric.engine.Operation.one;
import static io.flowfabric.engine.Scope.ADMIN;
import static io.flowfabric.engine.Scope.READ;

import io.flowfabric.model.backend.BackendCapabilities;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.PrepareOutcome;
import io.flowfabric.model.op.ShutdownPrepare;
import java.util.List;

/** Asking the store about itself, and preparing for its work and for the end of it. */
interface StoreOperations {
    Operation<NoArguments, Ok> PING = one("ping", NoArguments.class, Ok.class, READ, "Whether the store answers.");

    Operation<NoArguments, Long> SERVER_TIME_MS = one(
            "server_time_ms",
            NoArguments.class,
            Long.class,
            READ,
            "The store's clock in milliseconds since the epoch.");

    Operation<NoArguments, String> BACKEND_LABEL =
            one("backend_label", NoArguments.class, String.class, READ, "The kind of the store.");

    Operation<NoArguments, BackendCapabilities> CAPABILITIES = one(
            "capabilities",
            NoArguments.class,
            BackendCapabilities.class,
            READ,
            "What the store supports, which is everything.");

    Operation<NoArguments, PrepareOutcome> PREPARE = one(
            "prepare",
            NoArguments.class,
            PrepareOutcome.class,
            ADMIN,
            "Does what the store needs once before it is used; may be repeated.");

    Operation<ShutdownPrepare, Ok> SHUTDOWN_PREPARE = one(
            "shutdown_prepare",
            ShutdownPrepare.class,
            Ok.class,
            ADMIN,
            "Answers whoever waits in this process and stops its timers, for good: it is about to be closed.");

    /** Every operation of this family. */
    static List<Operation<?, ?>> all() {
        return List.of(PING, SERVER_TIME_MS, BACKEND_LABEL, CAPABILITIES, PREPARE, SHUTDOWN_PREPARE);
    }
}
