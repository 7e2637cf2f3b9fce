package io.flowfabric.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Scope;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.server.http.Route;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeploymentTest {
    private static final String TOKEN = "token-of-the-test";

    @TempDir
    Path directory;

    @Test
    void nothingGivenIsAFileOnLoopback() {
        var bare = Deployment.of(environment(Map.of()));

        assertThat(bare.store()).isEqualTo("sqlite:flowfabric.db");
        assertThat(bare.server().listen().getHostString()).isEqualTo("127.0.0.1");
        assertThat(bare.server().listen().getPort()).isEqualTo(9090);
        assertThat(bare.server().access().keyed()).isFalse();
        assertThat(bare.server().access().corsOrigins()).isEmpty();
        assertThat(bare.server().limits().parkedRequests()).isEqualTo(10_000);
        assertThat(bare.server().limits().eventStreams()).isEqualTo(1_000);
        assertThat(bare.engine().reclaimGrace()).isZero();
        assertThat(bare.engine().partitions()).isEqualTo(new PartitionConfig(256, 32, 32));
    }

    @Test
    void flagWinsOverTheEnvironmentWhichWinsOverTheFile() {
        var file = Map.of("FF_STORE", "sqlite:file.db", "FF_MAX_PARKED_REQUESTS", "7", "FF_MAX_EVENT_STREAMS", "7");
        var environment = Map.of("FF_STORE", "sqlite:env.db", "FF_MAX_PARKED_REQUESTS", "8");
        var settings = Settings.of(Map.of(Setting.STORE, "sqlite:flag.db"), environment, file);

        assertThat(settings.text(Setting.STORE)).isEqualTo("sqlite:flag.db");
        assertThat(settings.number(Setting.MAX_PARKED_REQUESTS)).isEqualTo(8);
        assertThat(settings.number(Setting.MAX_EVENT_STREAMS)).isEqualTo(7);
    }

    @Test
    void backendIsUnderstoodUnlessAStoreIsNamed() {
        assertThat(store(Map.of("FF_BACKEND", "SQLite", "FF_SQLITE_PATH", "a.db")))
                .isEqualTo("sqlite:a.db");
        assertThat(store(Map.of("FF_BACKEND", "Postgres", "FF_POSTGRES_URL", "postgres://h/d")))
                .isEqualTo("postgresql://h/d");
        assertThat(store(Map.of("FF_BACKEND", "mysql", "FF_STORE", "sqlite:b.db")))
                .isEqualTo("sqlite:b.db");
        assertThat(store(Map.of("FF_BACKEND", "", "FF_STORE", ""))).isEqualTo("sqlite:flowfabric.db");
        refused(Map.of("FF_BACKEND", "mysql"), "FF_BACKEND");
        refused(Map.of("FF_BACKEND", "postgres"), "FF_POSTGRES_URL");
    }

    @Test
    void poolHasTheSizeThatIsSetForItsKindOfStore() {
        var sizes = Map.of("FF_SQLITE_POOL_SIZE", "2", "FF_POSTGRES_POOL_SIZE", "3");
        var sqlite = Map.of("FF_STORE", "sqlite:a.db");
        var postgres = Map.of("FF_BACKEND", "Postgres", "FF_POSTGRES_URL", "postgres://h/d");

        assertThat(connections(sqlite, Map.of())).isEqualTo(4);
        assertThat(connections(postgres, Map.of())).isEqualTo(10);
        assertThat(connections(Map.of("FF_STORE", "postgresql://h/d"), Map.of()))
                .isEqualTo(10);
        assertThat(connections(sqlite, sizes)).isEqualTo(2);
        assertThat(connections(postgres, sizes)).isEqualTo(3);
        assertThat(names(Map.of())).contains("FF_SQLITE_POOL_SIZE").doesNotContain("FF_POSTGRES_POOL_SIZE");
        assertThat(names(postgres)).contains("FF_POSTGRES_POOL_SIZE").doesNotContain("FF_SQLITE_POOL_SIZE");
    }

    private static int connections(Map<String, String> store, Map<String, String> sizes) {
        var variables = new HashMap<>(store);
        variables.putAll(sizes);
        return Deployment.of(environment(variables))
                .options()
                .store()
                .connections()
                .orElseThrow();
    }

    @Test
    void serverIsNotOpenToStrangersUnlessTold() {
        refused(Map.of("FF_LISTEN_ADDR", "0.0.0.0:9090"), "FF_API_TOKEN");
        var told = Deployment.of(environment(Map.of("FF_LISTEN_ADDR", "0.0.0.0:9090", "FF_INSECURE", "TRUE")));
        assertThat(told.server().listen().getHostString()).isEqualTo("0.0.0.0");
        var keyed = Deployment.of(environment(Map.of("FF_API_TOKEN", TOKEN)));
        assertThat(keyed.server().listen().getHostString()).isEqualTo("127.0.0.1");
        assertThat(keyed.warnings()).isEmpty();
        assertThat(told.warnings()).hasSize(2);
        assertThat(told.warnings().get(0))
                .contains(
                        "PUT /v1/executions/{id}/priority",
                        "POST /v1/executions/{id}/revoke-lease",
                        "revoke_lease",
                        "replay_execution",
                        "FF_API_TOKEN");
        assertThat(told.warnings().get(1)).contains("get_execution_result", "claim");
    }

    @Test
    void keyFileMustBeUsableWhenTheServerStarts() throws IOException {
        var file = Files.writeString(
                directory.resolve("keys.json"), "[{\"name\":\"a\",\"token\":\"hidden-token-of-the-key\"}]");
        assertThatThrownBy(() -> Deployment.of(environment(Map.of("FF_API_KEYS_FILE", file.toString()))))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("FF_API_KEYS_FILE")
                .hasMessageContaining("key a needs a list of scopes")
                .hasMessageNotContaining("hidden");
        refused(Map.of("FF_API_KEYS_FILE", directory.resolve("none.json").toString()), "there is no such file");
        Files.writeString(file, "[]");
        var keyed = Deployment.of(environment(Map.of("FF_API_KEYS_FILE", file.toString())));
        assertThat(keyed.server().access().keyed()).isTrue();
        assertThat(keyed.server().listen().getHostString()).isEqualTo("127.0.0.1");
    }

    @Test
    void keysTravelInPlainTextOnlyOnLoopbackOrWhenTold() {
        var beyond = Map.of("FF_LISTEN_ADDR", "0.0.0.0:9090", "FF_API_TOKEN", TOKEN);
        refused(beyond, "FF_PLAIN_HTTP");
        var told = new HashMap<>(beyond);
        told.put("FF_PLAIN_HTTP", "1");
        assertThat(Deployment.of(environment(told)).server().listen().getHostString())
                .isEqualTo("0.0.0.0");
    }

    @Test
    void keyMayStandInAFileAndIsLongEnough() throws IOException {
        var file = Files.writeString(directory.resolve("token"), TOKEN + "\n");
        var given = Map.of("FF_API_TOKEN_FILE", file.toString());
        assertThat(Deployment.of(environment(given)).server().access().keyed()).isTrue();
        refused(Map.of("FF_API_TOKEN_FILE", file.toString(), "FF_API_TOKEN", TOKEN), "unset one of them");
        refused(Map.of("FF_API_TOKEN_FILE", directory.resolve("none").toString()), "NoSuchFileException");
        Files.writeString(file, "short-hidden");
        assertThatThrownBy(() -> Deployment.of(environment(given)))
                .hasMessageContaining("16 to 512")
                .hasMessageNotContaining("short-hidden");
        assertThatThrownBy(() -> Deployment.of(environment(Map.of("FF_API_TOKEN", "short-hidden"))))
                .hasMessageContaining("FF_API_TOKEN")
                .hasMessageContaining("16 to 512")
                .hasMessageNotContaining("short-hidden");
    }

    @Test
    void keystoreMustBeUsableWhenTheServerStarts() {
        var settings = Map.of("FF_TLS_KEYSTORE", "none.p12", "FF_TLS_KEYSTORE_PASSWORD", "hidden");
        assertThatThrownBy(() -> Deployment.of(environment(settings)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("none.p12 cannot be read")
                .hasMessageNotContaining("hidden");
        assertThat(String.join("\n", environment(settings).lines()))
                .contains("FF_TLS_KEYSTORE_PASSWORD=***")
                .doesNotContain("hidden");
    }

    @Test
    void metricsAreForThoseWithAKeyIfThereAreKeys() {
        assertThat(Deployment.of(environment(Map.of()))
                        .server()
                        .access()
                        .metrics()
                        .open())
                .isTrue();
        var keyed = Deployment.of(environment(Map.of("FF_API_TOKEN", TOKEN)));
        assertThat(keyed.server().access().metrics()).isEqualTo(Route.Access.toProcess(Scope.READ));
        var opened = Deployment.of(environment(Map.of("FF_API_TOKEN", TOKEN, "FF_METRICS_AUTH", "false")));
        assertThat(opened.server().access().metrics().open()).isTrue();
    }

    @Test
    void lanesAreAListOfAtLeastOneName() {
        assertThat(lanes(Map.of("FF_LANES", " a , b "))).containsExactly(new LaneId("a"), new LaneId("b"));
        assertThat(lanes(Map.of())).containsExactly(LaneId.DEFAULT);
        refused(Map.of("FF_LANES", " , "), "FF_LANES");
        refused(Map.of("FF_LANES", "a\u00e4"), "FF_LANES");
    }

    private static List<LaneId> lanes(Map<String, String> environment) {
        return Deployment.of(environment(environment)).engine().lanes();
    }

    @Test
    void valuesThatBreakTheirRuleAreRefused() {
        refused(Map.of("FF_FLOW_PARTITIONS", "0"), "FF_FLOW_PARTITIONS");
        refused(Map.of("FF_MAX_EVENT_STREAMS", "0"), "FF_MAX_EVENT_STREAMS");
        for (String size : List.of("0", "-1", "1.5", "many", "4294967296")) {
            refused(Map.of("FF_SQLITE_POOL_SIZE", size), "FF_SQLITE_POOL_SIZE");
            refused(Map.of("FF_POSTGRES_POOL_SIZE", size), "FF_POSTGRES_POOL_SIZE");
        }
        refused(Map.of("FF_CORS_ORIGINS", " , "), "FF_CORS_ORIGINS");
        refused(Map.of("FF_MAX_PARKED_REQUESTS", "many"), "FF_MAX_PARKED_REQUESTS");
        refused(Map.of("FF_RECLAIM_GRACE_MS", "-1"), "FF_RECLAIM_GRACE_MS");
        refused(Map.of("FF_CORS_ORIGINS", ""), "FF_CORS_ORIGINS");
        refused(Map.of("FF_LISTEN_ADDR", "127.0.0.1:abc"), "host:port");
        for (String number : List.of("FF_PORT", "FF_UNBLOCK_INTERVAL_S", "FF_LEASE_EXPIRY_INTERVAL_MS")) {
            refused(Map.of(number, "abc"), number);
            assertThatThrownBy(() -> Settings.of(Map.of(), Map.of(), Map.of(number, "-1")))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining(number);
        }
        assertThatThrownBy(() -> Settings.of(Map.of(), Map.of(), Map.of("FF_STOER", "x")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("FF_STOER");
    }

    @Test
    void settingsOfFlowFabricThatAreNotNeededHereChangeNothing() {
        var unneeded = Map.of(
                "FF_PORT",
                "6379",
                "FF_HOST",
                "cache",
                "FF_UNBLOCK_INTERVAL_S",
                "2.5",
                "FF_FLOW_PROJECTOR_INTERVAL_S",
                "15",
                "FF_DEV_MODE",
                "1",
                "FF_TLS",
                "");

        assertThat(Settings.of(Map.of(), unneeded, unneeded).lines())
                .isEqualTo(environment(Map.of()).lines());
    }

    @Test
    void secretsAreNotShown() {
        var settings = environment(Map.of(
                "FF_API_TOKEN", "s3cret-of-the-test", "FF_STORE", "postgresql://user:pw-1@host/db?password=pw-2"));

        assertThat(String.join("\n", settings.lines()))
                .contains("FF_API_TOKEN=***", "FF_STORE=postgresql://***@host/db?password=***")
                .doesNotContain("s3cret-of-the-test", "pw-");
    }

    @Test
    void booleanIsShownAsItCounts() {
        assertThat(environment(Map.of("FF_METRICS_AUTH", "yes", "FF_TRACING", "1"))
                        .lines())
                .contains("FF_METRICS_AUTH=false (environment)", "FF_TRACING=true (environment)");
    }

    @Test
    void onlyTheWayThatNamesTheStoreIsShown() {
        assertThat(names(Map.of())).contains("FF_STORE").doesNotContain("FF_SQLITE_PATH");
        assertThat(names(Map.of("FF_BACKEND", "sqlite")))
                .contains("FF_BACKEND", "FF_SQLITE_PATH")
                .doesNotContain("FF_STORE");
        assertThat(names(Map.of("FF_BACKEND", "sqlite", "FF_STORE", "sqlite:a.db")))
                .contains("FF_STORE")
                .doesNotContain("FF_BACKEND", "FF_SQLITE_PATH");
    }

    @Test
    void serverIsNoStoreOfAServer() {
        refused(Map.of("FF_STORE", "http://127.0.0.1:9090"), "is the address of a server");
    }

    private static List<String> names(Map<String, String> variables) {
        return environment(variables).lines().stream()
                .map(line -> line.substring(0, line.indexOf('=')))
                .toList();
    }

    private static Settings environment(Map<String, String> variables) {
        return Settings.of(Map.of(), variables, Map.of());
    }

    private static String store(Map<String, String> variables) {
        return Deployment.of(environment(variables)).store();
    }

    private static void refused(Map<String, String> variables, String named) {
        assertThatThrownBy(() -> Deployment.of(environment(variables)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(named);
    }
}
