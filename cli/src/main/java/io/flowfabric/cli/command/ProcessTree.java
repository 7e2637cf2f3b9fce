package io.flowfabric.cli.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Kills a process with everything it started.
 *
 * <p>A process that runs may start another between the moment its children are listed and the moment it is killed, and a
 * child whose parent is gone can no longer be found. So the tree is stopped first, from the root on, until a listing finds
 * no process that is not stopped; then all of it is killed.
 */
final class ProcessTree {
    /** A tree that grows faster than it is stopped is killed as far as it is known. */
    private static final int MOST_ROUNDS = 20;

    private static final int SECONDS_TO_SIGNAL = 5;

    private ProcessTree() {}

    /** Killing the root also closes this side's ends of its streams. Does nothing to a process that has ended. */
    static void kill(Process root) {
        var tree = root.isAlive() ? stopped(root.toHandle()) : Set.<ProcessHandle>of();
        root.destroyForcibly();
        tree.forEach(ProcessHandle::destroyForcibly);
    }

    private static Set<ProcessHandle> stopped(ProcessHandle root) {
        var tree = new LinkedHashSet<ProcessHandle>();
        var found = List.of(root);
        for (int round = 0; round < MOST_ROUNDS && !found.isEmpty(); round++) {
            stop(found);
            tree.addAll(found);
            found = root.descendants()
                    .filter(process -> !tree.contains(process))
                    .toList();
        }
        tree.addAll(found);
        return tree;
    }

    /** Java sends no such signal, but every system with a shell has the program that does. */
    private static void stop(List<ProcessHandle> processes) {
        var command = new ArrayList<>(List.of("kill", "-STOP"));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        boolean interrupted = Thread.interrupted();
        try {
            var signal = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!signal.waitFor(SECONDS_TO_SIGNAL, TimeUnit.SECONDS)) {
                signal.destroyForcibly();
            }
        } catch (IOException noSuchProgram) {
            // The tree is killed without being stopped first.
        } catch (InterruptedException again) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
