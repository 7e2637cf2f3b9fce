package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.LongRuns;
import io.flowfabric.store.testkit.chaos.ChildJvm;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A server whose process ends at the first OutOfMemoryError gets the largest possible requests for answers: payloads of
 * 1 MiB as arrays of numbers, which are longer than its heap, by one request and by many at once. With {@code
 * -Dff.long} the heap has 512 MiB, and there are 256 executions and 500 requests; otherwise the heap has 64 MiB.
 */
@Timeout(600)
class SmallHeapAnswersTest {
    private static final int HEAP_MIB = LongRuns.rounds(512, 64);
    private static final int EXECUTIONS = LongRuns.rounds(256, 16);
    private static final int REQUESTS = LongRuns.rounds(500, 28);
    private static final int WORKERS = LongRuns.rounds(2000, 300);
    private static final Set<Integer> EXPECTED = Set.of(200, 503);

    /** Leases outlive the test, so that claimed and unanswered executions are not claimed again. */
    private static final String CLAIM = ServerSuite.claim(",'limit':256,'lease_ttl_ms':3600000");

    private final String address = TestStores.freshPostgres();
    private ChildJvm child;
    private InetSocketAddress server;

    @BeforeEach
    void startServer() throws IOException {
        child = ChildJvm.startSmall(HEAP_MIB, ServedStore.class, address);
        server = new InetSocketAddress("127.0.0.1", Integer.parseInt(child.hear("port")));
    }

    @AfterEach
    void stopServer() throws IOException {
        child.close();
    }

    @Test
    void oneRequestGetsWhatFitsAndTheNextTheRest() throws Exception {
        var submitted = submit();
        var answered = new ArrayList<String>();
        for (int claims = 1; answered.size() < LongRuns.rounds(EXECUTIONS, 4); claims++) {
            try (var wire = new Wire(server)) {
                var ids = wire.post("claim", CLAIM).answeredIds(EXPECTED);
                assertThat(ids).as("claim %d", claims).isNotEmpty();
                answered.addAll(ids);
            }
        }
        assertThat(answered).doesNotHaveDuplicates().isSubsetOf(submitted);
    }

    @Test
    void manyRequestsAtOnceAreAnsweredOrRefusedAndNothingIsLost() throws Exception {
        var submitted = submit();
        var wires = new ArrayList<Wire>();
        for (int i = 0; i < REQUESTS; i++) {
            wires.add(new Wire(server, 4096).post("claim", CLAIM));
        }
        assertIsThere();
        var answered = new ArrayList<String>();
        for (var wire : wires) {
            answered.addAll(wire.answeredIds(EXPECTED));
            wire.close();
        }
        assertThat(answered).as("executions answered twice").doesNotHaveDuplicates();
        while (answered.size() < submitted.size()) {
            try (var wire = new Wire(server)) {
                wire.post("claim", ServerSuite.claim(",'limit':256,'max_wait_ms':30000,'lease_ttl_ms':3600000"));
                var ids = wire.answeredIds(EXPECTED);
                assertThat(ids)
                        .as("claimable besides the %d answered", answered.size())
                        .isNotEmpty();
                answered.addAll(ids);
            }
        }
        assertThat(answered).containsExactlyInAnyOrderElementsOf(submitted);
    }

    @Test
    void readsOfTheLargestContentsAreAnsweredOrRefused() throws Exception {
        ExecutionId ended;
        ExecutionId tagged;
        try (var client = Client.open(address)) {
            ended = client.create(Client.submission().input(whole()));
            var claim = client.claim(1, Duration.ZERO).get(0);
            client.engine().call(Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.of(whole())));
            tagged = client.create(Client.submission().tags(tags()));
            register(client);
        }
        var reads = List.of(
                Map.entry("get_execution_result", "{'execution_id':'%s'}".formatted(ended)),
                Map.entry("await_result", "{'execution_id':'%s','max_wait_ms':30000}".formatted(ended)),
                Map.entry("await_result", "{'execution_id':'%s','max_wait_ms':0}".formatted(ended)),
                Map.entry("read_execution_context", "{'execution_id':'%s'}".formatted(ended)),
                Map.entry("describe_execution", "{'execution_id':'%s'}".formatted(tagged)),
                Map.entry("list_workers", "{'limit':10000}"),
                Map.entry("subscribe_events", "{'cursor':'start','limit':1000,'max_wait_ms':30000}"));
        var wires = new ArrayList<Wire>();
        for (int i = 0; i < REQUESTS; i++) {
            var read = reads.get(i % reads.size());
            wires.add(new Wire(server, 4096).post(read.getKey(), read.getValue()));
        }
        assertIsThere();
        var statuses = new HashSet<Integer>();
        for (var wire : wires) {
            statuses.add(wire.skippedStatus());
            wire.close();
        }
        assertThat(EXPECTED).containsAll(statuses);
        assertThat(statuses).contains(200);
        for (var read : reads) {
            try (var wire = new Wire(server).post(read.getKey(), read.getValue())) {
                assertThat(wire.skippedStatus()).as(read.getKey()).isEqualTo(200);
            }
        }
    }

    private void assertIsThere() {
        assertThat(new HttpCaller(server).get("/healthz").status()).isEqualTo(200);
    }

    private List<String> submit() {
        try (var client = Client.open(address)) {
            return IntStream.range(0, EXECUTIONS)
                    .mapToObj(i ->
                            client.create(Client.submission().input(whole())).toString())
                    .toList();
        }
    }

    /** What is longest as an array of numbers. */
    private static Payload whole() {
        var bytes = new byte[1 << 20];
        Arrays.fill(bytes, (byte) -1);
        return Payload.of(bytes);
    }

    private static Map<String, String> tags() {
        var tags = new HashMap<String, String>();
        for (int i = 0; i < 256; i++) {
            tags.put("acme.%03d%s".formatted(i, "k".repeat(240)), "v".repeat(4096));
        }
        return tags;
    }

    private static void register(Client client) {
        var lanes = IntStream.range(0, 256)
                .mapToObj(i -> new LaneId("l".repeat(60) + i))
                .toList();
        for (int i = 0; i < WORKERS; i++) {
            client.engine()
                    .call(
                            Catalogue.REGISTER_WORKER,
                            new RegisterWorker(
                                    new WorkerId("w"),
                                    new WorkerInstanceId("w-" + i),
                                    Client.NAMESPACE,
                                    lanes,
                                    CapabilitySet.EMPTY,
                                    3_600_000));
        }
    }
}
