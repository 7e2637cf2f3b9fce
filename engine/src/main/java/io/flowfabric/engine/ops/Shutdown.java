package io.flowfabric.engine.ops;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.rules.ShutdownRules;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbells;
import io.flowfabric.engine.timers.Timers;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.ShutdownPrepare;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * 06 §12.3 — lets go of everybody who waits and stops the timers of this process, so that closing the engine finds nothing
 * under way. Everything else goes on being served, and other processes on the store notice nothing.
 */
final class Shutdown {
    private final Patience patience;
    private final Doorbells doorbells;
    private final Timers timers;

    Shutdown(Patience patience, Doorbells doorbells, Timers timers) {
        this.patience = patience;
        this.doorbells = doorbells;
        this.timers = timers;
    }

    /** Can be asked again, for what did not end in time as well as for nothing. */
    Ok prepare(ShutdownPrepare args) {
        Calls.require(ShutdownRules.checkGrace(args.graceMs()));
        long begun = System.nanoTime();
        var grace = Deadline.in(Duration.ofMillis(args.graceMs()));
        patience.dismiss();
        doorbells.ringAll();
        var left = new ArrayList<String>();
        if (!timers.stop(grace)) {
            left.add("the timers");
        }
        if (!patience.awaitNobody(grace)) {
            left.add("calls that waited");
        }
        if (!left.isEmpty()) {
            throw timeout(Duration.ofNanos(System.nanoTime() - begun), left).toException();
        }
        return Ok.OK;
    }

    private static EngineError timeout(Duration elapsed, List<String> left) {
        String op = Catalogue.SHUTDOWN_PREPARE.name();
        return new EngineError(
                ErrorCode.TIMEOUT,
                "%s: %s did not end within %d ms".formatted(op, String.join(" and ", left), elapsed.toMillis()),
                Map.of("op", op, "elapsed_ms", Long.toString(elapsed.toMillis())),
                "They were told to end. Ask again to wait longer, or close the engine.");
    }
}
