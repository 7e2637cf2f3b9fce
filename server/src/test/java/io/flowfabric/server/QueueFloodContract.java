package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.testkit.ManualClock;
import io.flowfabric.store.testkit.QueueCountingStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A key that is bound to one namespace submits executions that need ever different capabilities. */
abstract class QueueFloodContract extends ServerSuite {
    private static final int MOST_QUEUES = 1000;

    private final ManualClock clock = new ManualClock(1_800_000_000_000L);
    private final AtomicInteger queuesRead = new AtomicInteger();

    @Override
    Store openStore() {
        return new QueueCountingStore(
                TestStores.open(address(), StoreOptions.DEFAULT.withClock(clock)), queuesRead, true);
    }

    @Override
    ServerConfig config() throws IOException {
        return withKeys(
                KeyFiles.key("root", "'admin'", ""),
                KeyFiles.key("evil", "'submit'", ",'namespace':'evil'"),
                KeyFiles.key("shop", "'submit','work'", ",'namespace':'shop'"));
    }

    @Test
    void endlessSetsOfCapabilitiesAreRefusedCostOthersNothingAndGo() {
        var evil = http.with("token-of-key-evil");
        var shop = http.with("token-of-key-shop");
        int alone = queuesReadByAClaimOf(shop);

        var stored = new ArrayList<String>();
        for (int first = 0; first < 2 * MOST_QUEUES; first += MOST_QUEUES / 2) {
            stored.addAll(flood(evil, first, MOST_QUEUES / 2));
        }

        assertThat(stored).hasSize(MOST_QUEUES);
        var refused = evil.call("create_execution", execution("one-more"));
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.body().toString()).contains("resource_exhausted", "evil", "main", "1000");
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("3600");
        assertThat(evil.call("create_execution", execution("set-1")).status())
                .as("a set that is known")
                .isEqualTo(200);
        assertThat(queuesReadByAClaimOf(shop)).isEqualTo(alone).isEqualTo(1);

        cancel(evil, stored);
        for (var left = listed(evil); !left.isEmpty(); left = listed(evil)) {
            cancel(evil, left);
            purgeAll();
        }
        purgeAll();

        assertThat(queuesReadByAClaimOf(http.with("token-of-key-root"), ""))
                .as("queues of all namespaces that a claim of no namespace reads")
                .isEqualTo(1);
        assertThat(flood(evil, 5000, 10)).hasSize(10);
    }

    private void purgeAll() {
        clock.advance(Duration.ofHours(2));
        var purged = http.with("token-of-key-root").call("trim_retention", "{'retention_ms':0,'batch_size':10000}");
        assertThat(purged.status()).isEqualTo(200);
    }

    /** Ids of those that were taken. */
    private static List<String> flood(HttpCaller by, int first, int count) {
        String all = IntStream.range(first, first + count)
                .mapToObj(i -> execution("set-" + i))
                .collect(Collectors.joining(","));
        var answer = by.call("submit_batch", "{'executions':[%s]}".formatted(all));
        assertThat(answer.status()).isEqualTo(200);
        var ids = new ArrayList<String>();
        for (JsonNode one : answer.body().get("results")) {
            if (one.has("Created")) {
                ids.add(one.at("/Created/execution_id").textValue());
            } else {
                assertThat(one.toString()).contains("resource_exhausted");
            }
        }
        return ids;
    }

    private static String execution(String capability) {
        return """
                {'execution_kind':'charge','lane_id':'main','policy':\
                {'routing_requirements':{'required_capabilities':['%s']}}}""".formatted(capability);
    }

    private static List<String> listed(HttpCaller by) {
        var ids = new ArrayList<String>();
        by.call("list_executions", "{'limit':1000}")
                .body()
                .get("executions")
                .forEach(id -> ids.add(
                        id.isTextual() ? id.textValue() : id.get("execution_id").textValue()));
        return ids;
    }

    /** All at once, so that they share transactions. */
    private static void cancel(HttpCaller by, List<String> ids) {
        var calls = ids.stream()
                .map(id -> by.later("cancel_execution", "{'execution_id':'%s','reason':'enough'}".formatted(id)))
                .toList();
        calls.forEach(CompletableFuture::join);
    }

    private int queuesReadByAClaimOf(HttpCaller worker) {
        assertThat(worker.call("create_execution", "{'execution_kind':'charge','lane_id':'main'}")
                        .status())
                .isEqualTo(200);
        return queuesReadByAClaimOf(worker, ",'lease_ttl_ms':60000");
    }

    private int queuesReadByAClaimOf(HttpCaller worker, String more) {
        int before = queuesRead.get();
        assertThat(worker.call("claim", claim(more)).status()).isEqualTo(200);
        return queuesRead.get() - before;
    }
}
