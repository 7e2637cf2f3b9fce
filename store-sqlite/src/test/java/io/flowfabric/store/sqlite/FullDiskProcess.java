package io.flowfabric.store.sqlite;

import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.store.testkit.Client;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * A process whose files may not grow beyond a limit. It submits until that is refused, says the refusal, proves what is
 * stored and what can still be read, waits until it is told that there is room, and works on with the same engine.
 * Argument: the database.
 */
public final class FullDiskProcess {

    private static final Payload LARGE = Payload.of(new byte[200_000]);

    private FullDiskProcess() {}

    public static void main(String[] arguments) throws Exception {
        var acknowledged = new ArrayList<ExecutionId>();
        try (var client = Client.open("sqlite:" + arguments[0])) {
            System.out.println("refused " + submitUntilRefused(client, acknowledged));
            System.out.println("sound " + isSound(client, acknowledged));
            System.in.read();
            acknowledged.add(client.create(Client.submission().input(LARGE)));
            System.out.println("works " + isSound(client, acknowledged));
        }
    }

    private static String submitUntilRefused(Client client, List<ExecutionId> acknowledged) {
        while (true) {
            try {
                acknowledged.add(client.create(Client.submission().input(LARGE)));
            } catch (TransportException refused) {
                return refused.getMessage();
            }
        }
    }

    /** Whether exactly what was acknowledged is stored, whole. */
    private static boolean isSound(Client client, List<ExecutionId> acknowledged) {
        return !acknowledged.isEmpty()
                && new HashSet<>(client.ids()).equals(new HashSet<>(acknowledged))
                && acknowledged.stream().allMatch(id -> client.find(id).isPresent());
    }
}
