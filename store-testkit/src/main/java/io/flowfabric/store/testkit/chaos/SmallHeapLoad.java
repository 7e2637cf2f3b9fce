package io.flowfabric.store.testkit.chaos;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.model.op.submit.SubmitBatch;
import io.flowfabric.store.testkit.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A process that makes the largest legal calls from several threads for a while. What is refused for want of memory is
 * repeated; anything else ends it.
 */
final class SmallHeapLoad {
    private static final int THREADS = 6;
    private static final int BATCH = 8;
    private static final Payload LARGEST = Payload.of(new byte[1 << 20]);
    private static final Duration RETRY = Duration.ofMillis(20);

    private final Client client;
    private final AtomicLong completed = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    private SmallHeapLoad(Client client) {
        this.client = client;
    }

    /** @param arguments the address of the store, and for how many milliseconds */
    public static void main(String[] arguments) throws Exception {
        try (var client = Client.open(arguments[0])) {
            new SmallHeapLoad(client).run(Deadline.in(Duration.ofMillis(Long.parseLong(arguments[1]))));
        }
        System.exit(0);
    }

    private void run(Deadline end) throws Exception {
        var threads = Executors.newFixedThreadPool(THREADS);
        var all = new ArrayList<Future<Void>>();
        for (int i = 0; i < THREADS; i++) {
            all.add(threads.submit(() -> {
                do {
                    round();
                } while (!end.hasPassed());
                return null;
            }));
        }
        for (var one : all) {
            one.get();
        }
        System.out.println("done " + completed + " completed, " + refused + " refused");
    }

    private void round() throws InterruptedException {
        var submission = Client.submission().input(LARGEST).build();
        List<BatchItem<CreateExecutionOutcome>> created =
                client.engine().call(Catalogue.SUBMIT_BATCH, new SubmitBatch(Collections.nCopies(BATCH, submission)));
        for (var item : created) {
            if (item instanceof BatchItem.Refused<?>) {
                refused.incrementAndGet();
            }
        }
        for (var claim : client.claim(1, Duration.ZERO)) {
            complete(new CompleteRequest(claim.handle(), Optional.of(LARGEST)));
        }
    }

    private void complete(CompleteRequest request) throws InterruptedException {
        while (true) {
            try {
                client.engine().call(Catalogue.COMPLETE, request);
                completed.incrementAndGet();
                return;
            } catch (ResourceExhaustedException full) {
                refused.incrementAndGet();
                TimeUnit.MILLISECONDS.sleep(RETRY.toMillis());
            }
        }
    }
}
