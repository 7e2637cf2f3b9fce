package io.flowfabric.store.sqlite.turn;

import io.flowfabric.store.sqlite.writer.TestDatabase;
import io.flowfabric.store.testkit.chaos.ChildJvm;
import java.nio.file.Path;

/** Another process that takes the turn, says so, and keeps it until it is killed or its input ends. */
public final class TurnHolder {

    private TurnHolder() {}

    /** Starts the process; it has the turn when this returns. */
    public static ChildJvm start(Path database) throws Exception {
        ChildJvm child = ChildJvm.start(TurnHolder.class, database);
        child.hear("held");
        return child;
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
