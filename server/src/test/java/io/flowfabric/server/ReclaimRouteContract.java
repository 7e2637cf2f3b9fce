package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Chapter 07 §4.13: permission to reclaim an execution from a lost worker. */
abstract class ReclaimRouteContract extends RouteSuite {
    @Test
    void healthyLeaseIsNotReclaimableAndWhyIsSaid() {
        String id = create();
        claimed("");

        var answer = post(path(id, "/reclaim"), reclaim(""));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().get("status").textValue()).isEqualTo("not_reclaimable");
        assertThat(answer.body().get("execution_id").textValue()).isEqualTo(id);
        assertThat(answer.body().get("detail").textValue()).contains("active", "leased");
        assertThat(answer.body()).hasSize(3);
    }

    @Test
    void lostExecutionIsGrantedOnce() {
        String id = lost("");
        long before = serverTime();

        var granted = post(path(id, "/reclaim"), reclaim(",'now':5"));

        assertThat(granted.status()).isEqualTo(200);
        assertThat(granted.body().get("status").textValue()).isEqualTo("granted");
        assertThat(granted.body().get("lane_id").textValue()).isEqualTo("main");
        assertThat(granted.body().get("partition_key").textValue()).isEqualTo("{fp:86}");
        assertThat(granted.body().get("grant_key").textValue()).isNotEmpty();
        assertThat(granted.body().get("expires_at_ms").longValue()).isBetween(before + 30_000, serverTime() + 30_000);
        assertThat(granted.body()).hasSize(6);
        var second = post(path(id, "/reclaim"), reclaim(""));
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.body().get("kind").textValue()).isEqualTo("state_conflict");
    }

    @Test
    void expiredLeaseIsGrantedBeforeATimerMarksIt() {
        String id = create();
        claimed(",'lease_ttl_ms':1000");
        var asked = new AtomicLong();
        var last = new AtomicReference<HttpAnswer>();

        Await.until(
                () -> {
                    asked.set(serverTime());
                    last.set(post(path(id, "/reclaim"), reclaim("")));
                    return !last.get().body().get("status").textValue().equals("not_reclaimable");
                },
                "the expired lease was granted");

        var granted = last.get().body();
        assertThat(granted.get("status").textValue()).isEqualTo("granted");
        assertThat(granted.get("lane_id").textValue()).isEqualTo("main");
        assertThat(granted.get("expires_at_ms").longValue()).isBetween(asked.get() + 30_000, serverTime() + 30_000);
    }

    @Test
    void missingCapabilityIsNamed() {
        String id = lost(",'policy':{'routing_requirements':{'required_capabilities':['gpu']}}");

        var answer = post(path(id, "/reclaim"), reclaim(",'worker_capabilities':['cpu']"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().get("status").textValue()).isEqualTo("not_reclaimable");
        assertThat(answer.body().get("detail").textValue()).isEqualTo("capability_mismatch: gpu");
    }

    @Test
    void optionalMembersMayBeThere() {
        String id = lost("");

        var granted = post(
                path(id, "/reclaim"),
                reclaim(",'worker_capabilities':['b','a','a'],'capability_hash':'h','route_snapshot_json':null,"
                        + "'admission_summary':'fine'"));

        assertThat(granted.body().get("status").textValue()).isEqualTo("granted");
    }

    @Test
    void badInputIsToldFromWrongTypes() {
        String id = lost("");
        for (String bad : List.of(
                "'grant_ttl_ms':0",
                "'grant_ttl_ms':60001",
                "'worker_id':''",
                "'worker_id':'a b'",
                "'worker_instance_id':'%s'".formatted("w".repeat(257)),
                "'lane_id':'a,b'",
                "'lane_id':''",
                "'worker_capabilities':['a b']")) {
            var refused = post(path(id, "/reclaim"), reclaim("," + bad));
            assertThat(refused.status())
                    .as("%s answered %s", bad, refused.body())
                    .isEqualTo(400);
            assertThat(refused.body().get("error").textValue()).as(bad).startsWith("invalid_");
        }
        assertThat(post(path(id, "/reclaim"), reclaim(",'grant_ttl_ms':0"))
                        .body()
                        .get("error")
                        .textValue())
                .contains("grant_ttl_ms");
        for (String wrong : List.of(
                "'grant_ttl_ms':'1'",
                "'grant_ttl_ms':-1",
                "'grant_ttl_ms':null",
                "'worker_capabilities':null",
                "'worker_capabilities':'gpu'",
                "'capability_hash':7",
                "'lane_id':7")) {
            var refused = post(path(id, "/reclaim"), reclaim("," + wrong));
            assertThat(refused.status())
                    .as("%s answered %s", wrong, refused.body())
                    .isEqualTo(422);
        }
        assertThat(post(path(id, "/reclaim"), reclaim(",'grant_ttl_ms':60000"))
                        .body()
                        .get("status")
                        .textValue())
                .isEqualTo("granted");
        assertThat(post(path(UNKNOWN, "/reclaim"), reclaim("")).status()).isEqualTo(404);
    }

    /** An execution whose worker lost its lease. */
    private String lost(String more) {
        String id = create(more);
        claimed(",'capabilities':['gpu']");
        postNothing(path(id, "/revoke-lease"));
        return id;
    }

    private static String reclaim(String more) {
        return lastOfTwo("""
                {'worker_id':'responder','worker_instance_id':'responder-2','lane_id':'main','grant_ttl_ms':30000%s}""".formatted(more));
    }
}
