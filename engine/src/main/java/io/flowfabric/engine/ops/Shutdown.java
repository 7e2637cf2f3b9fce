package io.flowfabric.engine.ops;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.followups.FollowUpDispatcher;
import io.flowfabric.engine.rules.record.ShutdownRules;
import io.flowfabric.engine.store.wakeup.Doorbells;
import io.flowfabric.engine.timers.Timers;
import io.flowfabric.engine.waiting.LongPolls;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.ShutdownPrepare;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * 06 §12.3 — ends all waiting calls and stops the timers and the dispatcher of this process, so that closing the engine
 * finds nothing under way. All other calls are still served, and other processes on the store notice nothing.
 */
final class Shutdown {
    private final LongPolls longPolls;
    private final Doorbells doorbells;
    private final Timers timers;
    private final FollowUpDispatcher followUps;

    Shutdown(LongPolls longPolls, Doorbells doorbells, Timers timers, FollowUpDispatcher followUps) {
        this.longPolls = longPolls;
        this.doorbells = doorbells;
        this.timers = timers;
        this.followUps = followUps;
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.SHUTDOWN_PREPARE, this::prepare);
    }

    /** Can be called again, whether everything has ended or not. */
    Ok prepare(ShutdownPrepare args) {
        CommandExecutor.require(ShutdownRules.checkGrace(args.graceMs()));
        long begun = System.nanoTime();
        var grace = Deadline.in(Duration.ofMillis(args.graceMs()));
        longPolls.dismiss();
        // Before the doorbells: they ring for waiting calls, and would make the dispatcher query once more.
        followUps.halt();
        doorbells.ringAll();
        var left = new ArrayList<String>();
        if (!timers.stop(grace)) {
            left.add("the timers");
        }
        if (!followUps.stop(grace)) {
            left.add("follow-ups");
        }
        if (!longPolls.awaitAllAnswered(grace)) {
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
                "They were asked to end. Call again to wait longer, or close the engine.");
    }
}
