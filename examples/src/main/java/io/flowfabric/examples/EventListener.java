package io.flowfabric.examples;

import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.sdk.FlowFabric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;

/**
 * A listener writes an invoice for every execution that has ended. It is killed in the middle; started again, it goes on
 * where its name has come to. What it did last may reach it a second time, so it checks before it writes.
 */
public final class EventListener {
    private static final int ORDERS = 5;
    private static final int SECONDS = 60;

    private EventListener() {}

    /** Without arguments the shop; with a directory and a number, a listener that dies after so many invoices. */
    public static void main(String[] args) throws Exception {
        if (args.length == 2) {
            listen(Path.of(args[0]), Integer.parseInt(args[1]));
        } else {
            sell(Files.createTempDirectory("events"));
        }
    }

    private static void sell(Path directory) throws Exception {
        Files.createFile(invoices(directory));
        try (var fabric = FlowFabric.open(store(directory))) {
            fabric.worker("orders")
                    .on("deliver", String.class, (task, order) -> order)
                    .start();
            for (int i = 0; i < ORDERS; i++) {
                fabric.submit("orders", "deliver", "order-" + i).awaitEnd(Duration.ofSeconds(SECONDS));
            }
        }
        int exit = listener(directory, 2).waitFor();
        System.out.printf("the first listener died (%d) and left %d invoices%n", exit, count(directory));

        Process second = listener(directory, Integer.MAX_VALUE);
        while (count(directory) < ORDERS) {
            Thread.sleep(20);
        }
        second.destroyForcibly().waitFor();
        long different =
                Files.readAllLines(invoices(directory)).stream().distinct().count();
        System.out.printf("the second has written the rest: %d invoices, %d different%n", count(directory), different);
    }

    private static void listen(Path directory, int most) throws InterruptedException {
        var fabric = FlowFabric.open(store(directory));
        fabric.events("invoices")
                .fromBeginning()
                .leaseTtl(Duration.ofSeconds(1))
                .on(CompletionEvent.class, event -> {
                    String order = event.subject().executionId().toString();
                    if (!Files.readAllLines(invoices(directory)).contains(order)) {
                        Files.write(invoices(directory), List.of(order), StandardOpenOption.APPEND);
                    }
                    if (count(directory) == most) {
                        Runtime.getRuntime().halt(1);
                    }
                })
                .start();
        Thread.currentThread().join();
    }

    private static Process listener(Path directory, int most) throws IOException {
        return new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        EventListener.class.getName(),
                        directory.toString(),
                        Integer.toString(most))
                .inheritIO()
                .start();
    }

    private static String store(Path directory) {
        return "sqlite:" + directory.resolve("shop.db");
    }

    private static Path invoices(Path directory) {
        return directory.resolve("invoices.txt");
    }

    private static int count(Path directory) throws IOException {
        return Files.readAllLines(invoices(directory)).size();
    }
}
