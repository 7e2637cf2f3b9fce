package io.flowfabric.store.testkit.contract.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.ClaimForWorker;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.SubmitBatch;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.store.testkit.QueueCountingStore;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a worker of one namespace reads does not depend on how many queues another namespace has on the same lane. */
public abstract class NeighbourQueueContract extends ContractSuite {
    private static final Namespace BANK = new Namespace("bank");
    private static final int NEIGHBOURS = 900;

    @Test
    public void claimReadsNoQueueOfANeighbour() {
        create();
        int alone = queuesRead(this::claimOne);
        create();
        fillNeighbour();

        assertThat(queuesRead(this::claimOne)).isEqualTo(alone).isEqualTo(1);
    }

    @Test
    public void claimForWorkerReadsNoQueueOfANeighbour() {
        create();
        fillNeighbour();

        assertThat(queuesRead(store -> {
                    try (var counting = start(store, settings())) {
                        counting.call(
                                Catalogue.CLAIM_FOR_WORKER,
                                new ClaimForWorker(
                                        LANE,
                                        new WorkerId("w"),
                                        new WorkerInstanceId("w-1"),
                                        1000,
                                        List.of(),
                                        Optional.of(SHOP)));
                    }
                }))
                .isEqualTo(1);
    }

    @Test
    public void registrationReadsNoQueueOfANeighbour() {
        create();
        fillNeighbour();

        assertThat(queuesRead(store -> {
                    try (var counting = start(store, settings())) {
                        counting.call(
                                Catalogue.REGISTER_WORKER,
                                new RegisterWorker(
                                        new WorkerId("pool"),
                                        new WorkerInstanceId("w-1"),
                                        SHOP,
                                        List.of(LANE),
                                        CapabilitySet.EMPTY,
                                        60_000));
                    }
                }))
                .isEqualTo(1);
    }

    private void claimOne(Store on) {
        try (var counting = start(on, settings())) {
            var claims = counting.call(
                            Catalogue.CLAIM,
                            new ClaimRequest(
                                    LANE,
                                    new WorkerId("w"),
                                    new WorkerInstanceId("w-1"),
                                    CapabilitySet.EMPTY,
                                    Optional.of(SHOP),
                                    TTL_MS,
                                    0,
                                    1))
                    .claims();
            assertThat(claims).hasSize(1);
        }
    }

    private void fillNeighbour() {
        var all = IntStream.range(0, NEIGHBOURS)
                .mapToObj(i -> CreateExecution.of(BANK, LANE, "charge")
                        .policyJson(requiring("set-" + i))
                        .build())
                .toList();
        engine.call(Catalogue.SUBMIT_BATCH, new SubmitBatch(all)).forEach(item -> item.orThrow());
    }

    /** How many queues a store gives to an engine while it does something. */
    private int queuesRead(Consumer<Store> act) {
        var read = new AtomicInteger();
        act.accept(new QueueCountingStore(store, read, false));
        return read.get();
    }
}
