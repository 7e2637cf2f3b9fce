package io.flowfabric.engine.ops;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.store.Tx;
import io.flowfabric.model.backend.BackendCapabilities;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.PrepareOutcome;
import java.time.Duration;
import java.util.stream.Collectors;

/** What a client may ask about the store itself. */
final class StoreInfo {
    private static final Duration PING = Duration.ofSeconds(5);

    private final CommandExecutor calls;

    StoreInfo(CommandExecutor calls) {
        this.calls = calls;
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.PING, this::ping);
        bindings.bind(Catalogue.SERVER_TIME_MS, this::serverTime);
        bindings.bind(Catalogue.BACKEND_LABEL, this::label);
        bindings.bind(Catalogue.CAPABILITIES, this::capabilities);
        bindings.bind(Catalogue.PREPARE, this::prepare);
    }

    /** Makes a query that the store cannot answer from memory. A slow store counts as one that does not answer. */
    Ok ping(NoArguments none) {
        calls.store().read(Deadline.in(pingTimeout()), tx -> tx.events().newest());
        return Ok.OK;
    }

    private Duration pingTimeout() {
        var call = calls.settings().callTimeout();
        return call.compareTo(PING) < 0 ? call : PING;
    }

    long serverTime(NoArguments none) {
        return calls.read(Tx::now);
    }

    /** A store is migrated when it is opened, so there is never anything left to prepare. */
    PrepareOutcome prepare(NoArguments none) {
        return new PrepareOutcome.NoOp();
    }

    String label(NoArguments none) {
        return calls.store().backend().label();
    }

    BackendCapabilities capabilities(NoArguments none) {
        return BackendCapabilities.of(
                label(none), Catalogue.all().stream().map(Operation::name).collect(Collectors.toSet()));
    }
}
