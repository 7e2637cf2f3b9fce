package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.testkit.chaos.ChildJvm;
import io.flowfabric.store.testkit.chaos.FullDisk;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullDiskTest {
    private static final String LARGE =
            "{'namespace':'shop','execution_kind':'k','lane_id':'main','input_payload':{'text':'%s'}}"
                    .formatted("x".repeat(200_000));

    @Test
    void serverWithoutRoomSaysSoReadsOnAndWritesAgainWhenThereIsSome(@TempDir Path directory) throws Exception {
        try (var child =
                FullDisk.start(ChildJvm.command(ServedStore.class, "sqlite:" + directory.resolve("test.db")))) {
            var http = new HttpCaller(new InetSocketAddress("127.0.0.1", Integer.parseInt(child.hear("port"))));
            var acknowledged = new ArrayList<String>();

            var refused = submitUntilRefused(http, acknowledged);

            assertThat(refused.status()).isEqualTo(500);
            assertThat(refused.body().get("kind").textValue()).isEqualTo("transport");
            assertThat(refused.body().get("retryable").booleanValue()).isTrue();
            assertThat(refused.body().get("error").textValue())
                    .contains("Nothing of this call was written.")
                    .doesNotContain("Exception", "\tat ");
            assertThat(http.get("/healthz").status()).isEqualTo(200);
            assertThat(http.get("/readyz").status())
                    .as("what there is can be read")
                    .isEqualTo(200);
            assertThat(stored(http)).isNotEmpty().containsExactlyInAnyOrderElementsOf(acknowledged);

            FullDisk.makeRoomFor(child);

            acknowledged.add(id(http.call("create_execution", LARGE)));
            assertThat(stored(http)).containsExactlyInAnyOrderElementsOf(acknowledged);
        }
    }

    private static HttpAnswer submitUntilRefused(HttpCaller http, List<String> acknowledged) {
        while (true) {
            var answer = http.call("create_execution", LARGE);
            if (answer.status() != 200) {
                return answer;
            }
            acknowledged.add(id(answer));
        }
    }

    private static String id(HttpAnswer created) {
        return created.variant("Created").get("execution_id").textValue();
    }

    private static List<String> stored(HttpCaller http) {
        var ids = new ArrayList<String>();
        http.call("list_executions", "{'limit':1000}").variant("executions").forEach(id -> ids.add(id.textValue()));
        return ids;
    }
}
