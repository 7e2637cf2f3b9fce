package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.LongRuns;
import io.flowfabric.store.testkit.chaos.ChildJvm;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A server whose process ends at the first OutOfMemoryError is sent bodies that weigh more than half of its heap: 320
 * of 1 MB to 512 MiB with {@code -Dff.long}, 40 to 64 MiB otherwise.
 */
@Timeout(300)
class SmallHeapServerTest {
    private static final int HEAP_MIB = LongRuns.rounds(512, 64);
    private static final int BODIES = HEAP_MIB * 5 / 8;
    private static final int MOST_OF_ONE_CLAIM = 256;
    private static final String LARGE = "r".repeat(1_000_000);

    private final String address = TestStores.freshPostgres();
    private ChildJvm child;
    private InetSocketAddress server;
    private HttpCaller http;

    @BeforeEach
    void startServer() throws IOException {
        child = ChildJvm.startSmall(HEAP_MIB, ServedStore.class, address);
        server = new InetSocketAddress("127.0.0.1", Integer.parseInt(child.hear("port")));
        http = new HttpCaller(server);
    }

    @AfterEach
    void stopServer() throws IOException {
        child.close();
    }

    @Test
    void resultsBeyondTheMemoryOfAServerAreRefusedAndTheOthersStored() throws Exception {
        var waiting = new ArrayList<Wire>();
        var refused = new ArrayList<String>();
        try (var foreign = TestStores.connect(address)) {
            var handles = claimAll();
            hold(foreign);
            for (String handle : handles) {
                var wire = announce(handle);
                if (goesOn(wire)) {
                    waiting.add(wire.text(completion(handle)));
                } else {
                    refused.add(handle);
                    wire.close();
                }
            }
            assertThat(refused).as("%d results are too many", BODIES).isNotEmpty();
            assertThat(waiting).isNotEmpty();
            assertThat(http.get("/healthz").status()).isEqualTo(200);
        }
        for (var wire : waiting) {
            assertThat(wire.answer().status()).isEqualTo(200);
            wire.close();
        }
        assertThat(completed()).isEqualTo(waiting.size());
        for (String handle : refused) {
            assertThat(http.call("complete", completion(handle)).status()).isEqualTo(200);
        }
        assertThat(completed()).isEqualTo(BODIES);
        assertOtherProcessesAreHeard();
    }

    @Test
    void bodiesOfManySmallValuesAreWeighedByWhatTheyBecome() throws Exception {
        var shapes = List.of(body("{}"), body("[]"), body("77"), body("{'a':1}"));
        var wires = new ArrayList<Wire>();
        for (int i = 0; i < BODIES; i++) {
            String body = shapes.get(i % shapes.size());
            var wire = announce("create_execution", body);
            wires.add(goesOn(wire) ? wire.text(body) : wire);
        }
        for (var wire : wires) {
            wire.close();
        }
        assertThat(http.call("ping", "{}").status()).isEqualTo(200);
        assertOtherProcessesAreHeard();
    }

    /** As many copies of a value as fit into a body, where the server expects none. */
    private static String body(String value) {
        String quoted = value.replace('\'', '"');
        return "{\"input_payload\":[" + String.join(",", Collections.nCopies(1_048_000 / (value.length() + 1), quoted))
                + "]}";
    }

    private List<String> claimAll() {
        String one = "{'namespace':'shop','execution_kind':'charge','lane_id':'main'}";
        String batch = "{'executions':[%s]}".formatted(String.join(",", Collections.nCopies(BODIES, one)));
        assertThat(http.call("submit_batch", batch).status()).isEqualTo(200);
        var handles = new ArrayList<String>();
        while (handles.size() < BODIES) {
            String more = ",'lease_ttl_ms':600000,'limit':" + Math.min(MOST_OF_ONE_CLAIM, BODIES - handles.size());
            for (JsonNode claim : http.call("claim", ServerSuite.claim(more)).variant("ClaimedMany")) {
                handles.add(claim.get("handle").textValue());
            }
        }
        return handles;
    }

    private void hold(Connection foreign) throws Exception {
        foreign.setAutoCommit(false);
        try (var statement = foreign.createStatement()) {
            statement.execute(
                    "LOCK TABLE %s.executions IN EXCLUSIVE MODE".formatted(address.replaceAll(".*schema=", "")));
        }
    }

    private Wire announce(String handle) throws IOException {
        return announce("complete", completion(handle));
    }

    private Wire announce(String operation, String body) throws IOException {
        return new Wire(server)
                .head(
                        "POST /v1/ops/%s HTTP/1.1".formatted(operation),
                        "Host: localhost",
                        "Content-Type: application/json",
                        "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length,
                        "Expect: 100-continue");
    }

    /** Whether the server accepts the body; if not, it says when to retry. */
    private static boolean goesOn(Wire wire) throws IOException {
        var head = wire.block();
        if (head.get(0).contains(" 100 ")) {
            return true;
        }
        assertThat(head.get(0)).contains(" 503 ");
        assertThat(head).anyMatch(line -> line.startsWith("Retry-After: "));
        return false;
    }

    private static String completion(String handle) {
        return "{\"handle\":\"%s\",\"payload\":{\"text\":\"%s\"}}".formatted(handle, LARGE);
    }

    private int completed() throws Exception {
        try (var foreign = TestStores.connect(address);
                var statement = foreign.createStatement();
                var found = statement.executeQuery("SELECT count(*) FROM %s.attempts WHERE result IS NOT NULL"
                        .formatted(address.replaceAll(".*schema=", "")))) {
            found.next();
            return found.getInt(1);
        }
    }

    /** A request is parked before another process submits, and is woken by it. */
    private void assertOtherProcessesAreHeard() throws Exception {
        var parked = http.later("claim", ServerSuite.claim(",'max_wait_ms':30000"));
        child.say("");
        child.hear("parked");
        try (var other = Client.open(address)) {
            String id = other.create().toString();
            assertThat(parked.join().variant("Claimed").get("execution_id").textValue())
                    .isEqualTo(id);
        }
    }
}
