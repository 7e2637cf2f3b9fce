package io.flowfabric.cli.command;

import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.worker.Worker;
import java.io.PrintWriter;
import java.time.Duration;

/** Stops a worker once, at a signal or when its work is done. */
final class WorkerStop {
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Worker worker;
    private final ShellCommand shell;
    private final FlowFabric fabric;
    private final PrintWriter err;
    private boolean stopped;

    WorkerStop(Worker worker, ShellCommand shell, FlowFabric fabric, PrintWriter err) {
        this.worker = worker;
        this.shell = shell;
        this.fabric = fabric;
        this.err = err;
    }

    /** Also stops when the process ends by whatever else: it does not before its hooks have. */
    void atExit() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::now, "ff-stop"));
    }

    /** Lets running commands finish, kills those that do not, closes the store, and says so. Only the first acts. */
    synchronized void now() {
        if (stopped) {
            return;
        }
        stopped = true;
        worker.stop(GRACE);
        shell.close();
        fabric.close();
        err.println("ff: stopped. %d completed, %d failed, %d to be retried."
                .formatted(worker.completed(), worker.failed(), worker.retried()));
        err.flush();
    }
}
