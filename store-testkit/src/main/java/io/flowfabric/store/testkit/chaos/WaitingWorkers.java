package io.flowfabric.store.testkit.chaos;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.waiting.WaitingCall;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.claim.LaneWeight;
import io.flowfabric.model.op.lease.FailRequest;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.store.testkit.Client;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Scanner;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A process whose workers wait for work on two lanes: two for anything, one without the capability, one for a single kind. They
 * complete what they get at once, but fail the first attempt of {@link #FLAKY}. It says when all of them wait for the first
 * time, and ends with its input. Arguments: the address of the store, the name of the process.
 */
final class WaitingWorkers {
    static final String READY = "ready";
    static final String PLAIN = "charge";
    static final String FLAKY = "flaky";
    static final String GPU = "gpu";
    static final List<LaneId> LANES = List.of(new LaneId("a"), new LaneId("b"));
    static final List<Namespace> NAMESPACES = List.of(Client.NAMESPACE, new Namespace("bank"));

    private static final Duration LEASE = Duration.ofMinutes(10);

    /** The longest there is: a worker that nothing wakes is late by half a minute. */
    private static final long WAIT_MS = Duration.ofSeconds(30).toMillis();

    private static final long BETWEEN_LOOKS_MS = 5;

    private WaitingWorkers() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (var client = Client.open(arguments[0], EngineSettings.DEFAULT)) {
            var claims = List.of(
                    anything(arguments[1] + "-1"),
                    anything(arguments[1] + "-2"),
                    claim(arguments[1] + "-3", Set.of(), LEASE, 1),
                    anything(arguments[1] + "-4").only(Set.of(PLAIN)));
            for (var claim : claims) {
                var thread = new Thread(
                        () -> work(client, claim), claim.workerInstanceId().value());
                thread.setDaemon(true);
                thread.start();
            }
            while (client.engine().waitingCalls().stream()
                            .filter(WaitingCall::parked)
                            .count()
                    < claims.size()) {
                TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MS);
            }
            System.out.println(READY);
            new Scanner(System.in).hasNextLine();
        }
    }

    /** A claim that fits every execution of the test. */
    static ClaimRequest anything(String name) {
        return claim(name, Set.of(GPU), LEASE, 1);
    }

    static ClaimRequest claim(String name, Set<String> capabilities, Duration lease, int limit) {
        return new ClaimRequest(
                        LANES.get(0),
                        new WorkerId("w"),
                        new WorkerInstanceId(name),
                        CapabilitySet.ofWorker(capabilities),
                        Optional.empty(),
                        lease.toMillis(),
                        WAIT_MS,
                        limit)
                .from(LANES.stream().map(LaneWeight::of).toList());
    }

    private static void work(Client client, ClaimRequest request) {
        while (true) {
            client.engine().call(Catalogue.CLAIM, request).claims().forEach(claim -> treat(client, claim));
        }
    }

    private static void treat(Client client, Claim claim) {
        if (claim.executionKind().equals(FLAKY) && claim.attemptIndex() == 0) {
            client.engine()
                    .call(
                            Catalogue.FAIL,
                            new FailRequest(claim.handle(), "flaky", FailureClass.TRANSIENT, Optional.empty()));
        } else {
            client.complete(claim);
        }
    }
}
