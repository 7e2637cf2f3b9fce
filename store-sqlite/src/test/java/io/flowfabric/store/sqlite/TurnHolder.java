package io.flowfabric.store.sqlite;

import java.io.BufferedReader;
import java.nio.file.Path;

/** Another process that takes the turn, says so, and keeps it until it is killed or its input ends. */
final class TurnHolder {

    private TurnHolder() {}

    /** Starts the process; it has the turn when this returns. */
    static Process start(Path database) throws Exception {
        String java = ProcessHandle.current().info().command().orElseThrow();
        Process process = new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        TurnHolder.class.getName(),
                        database.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader said = process.inputReader();
        if (!"held".equals(said.readLine())) {
            process.destroyForcibly();
            throw new AssertionError("The other process did not get the turn");
        }
        return process;
    }

    public static void main(String[] arguments) throws Exception {
        try (WriteTurn turn = FileTurns.open(Path.of(arguments[0]))) {
            System.out.println(turn.acquire(TestDatabase.inSeconds(30)) ? "held" : "not held");
            while (System.in.read() >= 0) {
                continue;
            }
        }
    }
}
