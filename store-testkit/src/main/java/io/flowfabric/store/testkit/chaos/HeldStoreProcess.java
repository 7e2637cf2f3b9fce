package io.flowfabric.store.testkit.chaos;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.MemoryBudget;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.model.error.ResourceExhaustedException.Resource;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.store.testkit.Client;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A process that completes many executions at once, each with a result of its own of the largest size, as its test says:
 * {@code complete} all, {@code repeat} those that were refused for want of memory. Any other failure ends it. Then it waits
 * for one more execution.
 */
final class HeldStoreProcess {
    private static final int LARGEST = 1 << 20;
    private static final int MOST_OF_ONE_CLAIM = 256;
    private static final Duration TIMEOUT = Duration.ofMinutes(4);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final Client client;
    private final BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

    private HeldStoreProcess(Client client) {
        this.client = client;
    }

    /** @param arguments the address of the store, and how many executions */
    public static void main(String[] arguments) throws Exception {
        var settings = EngineSettings.DEFAULT.withTimers(false).withCallTimeout(TIMEOUT);
        try (var client = Client.open(arguments[0], settings)) {
            new HeldStoreProcess(client).run(Integer.parseInt(arguments[1]));
        }
        System.exit(0);
    }

    private void run(int count) throws Exception {
        client.createAll(Client.submission(), count);
        var claims = new ArrayList<Claim>();
        while (claims.size() < count) {
            claims.addAll(client.claim(Math.min(MOST_OF_ONE_CLAIM, count - claims.size()), Duration.ZERO));
        }
        say("claimed");
        await("complete");
        var refused = completeAtOnce(claims);
        await("repeat");
        for (var claim : refused) {
            completeWithPauses(claim);
        }
        say("repeated " + refused.size());
        awaitOneMore();
    }

    /** Answers what was refused, once everything else is stored. Each is completed by a thread of its own. */
    private List<Claim> completeAtOnce(List<Claim> claims) throws Exception {
        var refused = new ConcurrentLinkedQueue<Claim>();
        var threads = Executors.newCachedThreadPool();
        var calls = new ArrayList<Future<?>>();
        for (var claim : claims) {
            calls.add(threads.submit(() -> complete(claim, refused)));
        }
        long mostThatWait = MemoryBudget.ofCalls() / LARGEST;
        while (refused.size() < claims.size() - mostThatWait) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        say("refused");
        for (var call : calls) {
            call.get();
        }
        say("stored " + (claims.size() - refused.size()));
        return List.copyOf(refused);
    }

    private void complete(Claim claim, Queue<Claim> refused) {
        try {
            client.engine().call(Catalogue.COMPLETE, largest(claim));
        } catch (ResourceExhaustedException full) {
            if (full.resource() != Resource.MEMORY) {
                throw full;
            }
            refused.add(claim);
        }
    }

    private void completeWithPauses(Claim claim) throws InterruptedException {
        while (true) {
            try {
                client.engine().call(Catalogue.COMPLETE, largest(claim));
                return;
            } catch (ResourceExhaustedException full) {
                TimeUnit.MILLISECONDS.sleep(full.retryAfter().orElseThrow().toMillis());
            }
        }
    }

    /** Of another process, which has to be heard. */
    private void awaitOneMore() throws InterruptedException {
        var claim = CompletableFuture.supplyAsync(() -> client.claim(1, LONGEST_WAIT));
        while (client.engine().waitingCalls().stream().noneMatch(call -> call.parked())) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        say("parked");
        say("woken " + claim.join().get(0).executionId());
    }

    private static CompleteRequest largest(Claim claim) {
        return new CompleteRequest(claim.handle(), Optional.of(Payload.of(new byte[LARGEST])));
    }

    private void await(String order) throws IOException {
        String line = orders.readLine();
        if (!order.equals(line)) {
            throw new IllegalStateException("Expected %s but was told %s".formatted(order, line));
        }
    }

    private static void say(String words) {
        System.out.println(words);
    }
}
