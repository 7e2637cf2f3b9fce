package io.flowfabric.store.postgres.faults;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.testkit.Client;
import java.time.Duration;
import java.util.Scanner;

/**
 * A process that changes the priority of an execution, and thereby appends an event, once for every line that it is told; it
 * says when that has succeeded or failed. Arguments: the address of the store, the execution, how many milliseconds a call may
 * take.
 */
final class OneCallProcess {
    static final String READY = "ready";
    static final String DONE = "done";

    private OneCallProcess() {}

    public static void main(String[] arguments) {
        var settings = EngineSettings.DEFAULT
                .withTimers(false)
                .withCallTimeout(Duration.ofMillis(Long.parseLong(arguments[2])));
        try (var client = Client.open(arguments[0], settings, StoreOptions.DEFAULT.withConnections(2))) {
            var id = ExecutionId.parse(arguments[1]);
            var orders = new Scanner(System.in);
            System.out.println(READY);
            for (int priority = 1; orders.hasNextLine(); priority++) {
                orders.nextLine();
                change(client, id, priority);
                System.out.println(DONE);
            }
        }
    }

    private static void change(Client client, ExecutionId id, int priority) {
        try {
            client.changePriority(id, priority);
        } catch (EngineException lost) {
            // A call that was under way while the process was stopped has lost its time or its session.
        }
    }
}
