package io.flowfabric.engine.catalogue;

import static io.flowfabric.engine.catalogue.Operation.AnswerSize.SMALL;
import static io.flowfabric.engine.catalogue.Operation.Subject.DEPLOYMENT;
import static io.flowfabric.engine.catalogue.Operation.Subject.PUBLIC;
import static io.flowfabric.engine.catalogue.Operation.one;
import static io.flowfabric.engine.catalogue.RetrySafety.ALWAYS;
import static io.flowfabric.engine.catalogue.Scope.ADMIN;

import io.flowfabric.model.backend.BackendCapabilities;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.PrepareOutcome;
import io.flowfabric.model.op.ShutdownPrepare;

/** Asking the store about itself, and preparing for its work and for the end of it. */
public interface StoreOperations {
    Operation<NoArguments, Ok> PING = one("ping", NoArguments.class, Ok.class)
            .reads(PUBLIC)
            .answers(SMALL)
            .describedAs("Whether the store answers.");

    Operation<NoArguments, Long> SERVER_TIME_MS = one("server_time_ms", NoArguments.class, Long.class)
            .reads(PUBLIC)
            .answers(SMALL)
            .describedAs("The store's clock in milliseconds since the epoch.");

    Operation<NoArguments, String> BACKEND_LABEL = one("backend_label", NoArguments.class, String.class)
            .reads(PUBLIC)
            .answers(SMALL)
            .describedAs("The kind of the store.");

    Operation<NoArguments, BackendCapabilities> CAPABILITIES = one(
                    "capabilities", NoArguments.class, BackendCapabilities.class)
            .reads(PUBLIC)
            .answers(SMALL)
            .describedAs("What the store supports, which is everything.");

    Operation<NoArguments, PrepareOutcome> PREPARE = one("prepare", NoArguments.class, PrepareOutcome.class)
            .needs(ADMIN)
            .concerns(DEPLOYMENT)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs("Does what the store needs once before it is used; may be repeated.");

    Operation<ShutdownPrepare, Ok> SHUTDOWN_PREPARE = one("shutdown_prepare", ShutdownPrepare.class, Ok.class)
            .needs(ADMIN)
            .concerns(DEPLOYMENT)
            .repeated(ALWAYS)
            .answers(SMALL)
            .describedAs(
                    "Answers all waiting calls of this process and stops its timers for good: it is about to be closed.");
}
