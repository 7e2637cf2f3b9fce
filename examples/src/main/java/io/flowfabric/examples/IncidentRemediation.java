package io.flowfabric.examples;

import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.Submitted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Responders work on incidents, each in a process of its own. The first is killed while it works, and a second reclaims
 * the incident when the lease of the first has expired. An incident that kills every responder is not tried for ever:
 * the
 * third loss exceeds its cap, it fails, and a person is called.
 */
public final class IncidentRemediation {
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final int MOST_RECLAIMS = 2;

    private IncidentRemediation() {}

    /** Without arguments the supervisor; with the address of a store and a name, a responder. */
    public static void main(String[] args) throws Exception {
        if (args.length == 2) {
            respond(args[0], args[1]);
        } else {
            supervise();
        }
    }

    private static void supervise() throws Exception {
        Path directory = Files.createTempDirectory("incidents");
        String address = "sqlite:" + directory.resolve("incidents.db");
        try (var fabric = FlowFabric.open(address)) {
            reclaim(fabric, address);
            escalate(fabric, address);
        }
    }

    private static void reclaim(FlowFabric fabric, String address) throws Exception {
        var incident = fabric.submit("incidents", "disk-full", "db-1");
        Process first = responder(address, "first");
        awaitProgress(fabric, incident);
        first.destroyForcibly().waitFor();
        System.out.println("supervisor: the first responder is dead");

        Process second = responder(address, "second");
        System.out.println("supervisor: " + incident.await(String.class, TIMEOUT));
        second.destroyForcibly().waitFor();
    }

    private static void escalate(FlowFabric fabric, String address) throws Exception {
        var incident = fabric.submission("incidents", "kills-its-responder")
                .payload("db-2")
                .policy(ExecutionPolicy.builder().maxReclaims(MOST_RECLAIMS).build())
                .submit();
        var ended = incident.whenEnded().toCompletableFuture();
        for (int responder = 0; !ended.isDone(); responder++) {
            Process next = responder(address, "responder " + responder);
            CompletableFuture.anyOf(next.onExit(), ended).join();
            next.destroyForcibly();
        }
        var ending = ended.join();
        System.out.printf(
                "supervisor: the second incident ended as %s (%s), call a person%n",
                ending.publicState().literal(), ending.reason().orElse(""));
    }

    private static void respond(String address, String name) throws InterruptedException {
        var fabric = FlowFabric.open(address);
        fabric.worker("incidents")
                .workerId(name.replace(' ', '-'))
                .leaseTtl(LEASE)
                .concurrency(1)
                .on("disk-full", String.class, (task, host) -> {
                    System.out.printf("%s: works on %s, attempt %d%n", name, host, task.attemptIndex());
                    task.progress(50, "deleting old logs");
                    if (name.equals("first")) {
                        Thread.sleep(TIMEOUT.toMillis());
                    }
                    return host + " has space again, thanks to the " + name;
                })
                .on("kills-its-responder", String.class, (task, host) -> {
                    System.out.printf("%s: works on %s, attempt %d, and dies%n", name, host, task.attemptIndex());
                    Runtime.getRuntime().halt(1);
                    return host;
                })
                .start();
        Thread.currentThread().join();
    }

    private static Process responder(String address, String name) throws IOException {
        return new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        IncidentRemediation.class.getName(),
                        address,
                        name)
                .inheritIO()
                .start();
    }

    private static void awaitProgress(FlowFabric fabric, Submitted incident) throws InterruptedException {
        while (fabric.admin()
                .describe(incident.id())
                .orElseThrow()
                .execution()
                .progress()
                .percent()
                .isEmpty()) {
            Thread.sleep(20);
        }
    }
}
