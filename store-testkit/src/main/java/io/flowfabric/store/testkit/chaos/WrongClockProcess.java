package io.flowfabric.store.testkit.chaos;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.store.testkit.Client;
import java.time.Duration;
import java.util.List;
import java.util.Scanner;
import java.util.stream.Collectors;

/** A process that does what it is told, order by order, in a JVM whose clock is wrong. Argument: the address of the store. */
final class WrongClockProcess {

    /** What the process can be told; each is answered by one line that begins with the same word. */
    enum Order {
        /** Say what time it is. */
        TIME,
        /** Do all that is due, and say so. */
        TIMERS,
        /** Claim one execution and say its id. */
        CLAIM,
        /** Complete what was claimed last, and say so. */
        COMPLETE,
        /** Submit an execution under the key that is named, and say its id. */
        SUBMIT
    }

    private final Client client;
    private List<Claim> claims = List.of();

    private WrongClockProcess(Client client) {
        this.client = client;
    }

    public static void main(String[] arguments) {
        try (var client = Client.open(arguments[0])) {
            var process = new WrongClockProcess(client);
            var orders = new Scanner(System.in);
            while (orders.hasNextLine()) {
                String[] words = orders.nextLine().split(" ");
                System.out.println(words[0] + " " + process.obey(words));
            }
        }
    }

    private Object obey(String[] words) {
        return switch (Order.valueOf(words[0])) {
            case TIME -> System.currentTimeMillis();
            case TIMERS -> {
                client.engine().runTimers();
                yield "";
            }
            case CLAIM -> {
                claims = client.claim(1, Duration.ZERO);
                yield claims.stream()
                        .map(Claim::executionId)
                        .map(ExecutionId::toString)
                        .collect(Collectors.joining());
            }
            case COMPLETE -> {
                claims.forEach(client::complete);
                yield "";
            }
            case SUBMIT -> client.create(Client.submission().idempotencyKey(words[1]));
        };
    }
}
