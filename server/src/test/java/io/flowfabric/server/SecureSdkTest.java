package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.error.NotFoundException;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.TransportKind;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.config.StoreSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The SDK as a team uses it in production: HTTPS with a private authority, a key for one namespace, PostgreSQL. */
@Timeout(180)
class SecureSdkTest extends ServerSuite {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final TestAuthority authority = TestAuthority.shared();
    private final String postgres = TestStores.freshPostgres();
    private String address;

    @Override
    Store openStore() {
        return TestStores.postgres(postgres);
    }

    @BeforeEach
    void startSecureServer() throws IOException {
        var config = withKeys(
                KeyFiles.key("shop", "'submit','work','read'", ",'namespace':'shop'"),
                KeyFiles.key("default", "'submit','work','read'", ",'namespace':'default'"),
                KeyFiles.key("reader", "'read'", ",'namespace':'shop'"),
                KeyFiles.key("bank", "'submit','work','read'", ",'namespace':'bank'"));
        var secure = another(config.withAccess(config.access().with(authority.shield())));
        address = "https://localhost:" + secure.address().getPort();
    }

    private FlowFabric open(String key, String namespace) {
        return FlowFabric.open(
                address,
                FabricOptions.DEFAULT
                        .withNamespace(namespace)
                        .withStore(StoreSettings.DEFAULT
                                .withKey("token-of-key-" + key)
                                .withAuthorities(authority.certificate())));
    }

    @Test
    void keyOfANamespaceSubmitsWorksAwaitsAndFollows() throws InterruptedException {
        try (var fabric = open("shop", "shop")) {
            var ended = new LinkedBlockingQueue<ExecutionId>();
            fabric.events("billing")
                    .on(
                            CompletionEvent.class,
                            event -> ended.add(event.subject().executionId()))
                    .start();
            fabric.worker("orders")
                    .on("charge", Integer.class, (task, cents) -> cents * 2)
                    .start();

            var submitted = fabric.submit("orders", "charge", 21);

            assertThat(submitted.await(Integer.class, LONG)).isEqualTo(42);
            assertThat(ended.poll(LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo(submitted.id());
            assertThat(http.call("get_execution_namespace", "{'execution_id':'%s'}".formatted(submitted.id()))
                            .body()
                            .textValue())
                    .isEqualTo("shop");
        }
    }

    @Test
    void keyWithoutTheScopeLooksButDoesNothing() {
        try (var shop = open("shop", "shop");
                var reader = open("reader", "shop")) {
            var id = shop.submission("orders", "charge").submit().id();

            assertThat(reader.execution(id).describe()).isPresent();
            assertRefused("scope_required", () -> reader.submit("orders", "charge", 1));
            assertRefused("scope_required", () -> reader.admin().cancel(id, "no"));
            assertRefused(
                    "scope_required",
                    () -> reader.worker("orders")
                            .onAnyKind(task -> Optional.empty())
                            .start());
            assertRefused("scope_required", () -> shop.admin().changePriority(id, 7));

            assertThat(shop.admin().executions()).containsExactly(id);
            assertThat(shop.execution(id).describe().orElseThrow().publicState().literal())
                    .isEqualTo("waiting");
        }
    }

    @Test
    void keyOfAnotherNamespaceSeesNothingAndTakesNothing() throws InterruptedException {
        try (var shop = open("shop", "shop");
                var bank = open("bank", "bank");
                var liar = open("bank", "shop")) {
            var theirs = shop.submission("orders", "charge").submit();

            assertThat(bank.execution(theirs.id()).describe()).isEmpty();
            assertThat(bank.admin().executions()).isEmpty();
            assertThatThrownBy(() -> bank.admin().cancel(theirs.id(), "no")).isInstanceOf(NotFoundException.class);
            assertThatThrownBy(() -> bank.execution(theirs.id()).awaitEnd(LONG)).isInstanceOf(NotFoundException.class);
            assertRefused("namespace_forbidden", () -> liar.submit("orders", "charge", 1));

            var ran = new LinkedBlockingQueue<ExecutionId>();
            bank.worker("orders")
                    .onAnyKind(task -> {
                        ran.add(task.executionId());
                        return Optional.empty();
                    })
                    .start();
            var own = bank.submission("orders", "charge").submit();
            own.awaitEnd(LONG);

            assertThat(ran).containsExactly(own.id());
            assertThat(theirs.describe().orElseThrow().publicState().literal()).isEqualTo("waiting");
        }
    }

    @Test
    void addressAndKeyAreEnoughWhereTheCertificateIsTrustedAndNotElsewhere() {
        try (var stranger = FlowFabric.open(address, "token-of-key-default")) {
            assertThatThrownBy(() -> ping(stranger))
                    .isInstanceOfSatisfying(
                            TransportException.class,
                            refused -> assertThat(refused.transportKind()).isEqualTo(TransportKind.PROTOCOL))
                    .hasMessageContaining("FF_TLS_CA_FILE");
        }
        try (var fabric = open("default", "default")) {
            ping(fabric);
        }
        try (var unknown = open("unknown", "default")) {
            assertRefused("unauthorized", () -> ping(unknown));
        }
    }

    @Test
    void certificateOfAnotherHostIsNotTakenForThatOfThisOne() {
        String otherName = address.replace("localhost", "127.0.0.1");
        var settings = StoreSettings.DEFAULT.withKey("token-of-key-shop").withAuthorities(authority.certificate());
        try (var fabric = FlowFabric.open(otherName, FabricOptions.DEFAULT.withStore(settings))) {
            assertThatThrownBy(() -> ping(fabric))
                    .isInstanceOfSatisfying(
                            TransportException.class,
                            refused -> assertThat(refused.transportKind()).isEqualTo(TransportKind.PROTOCOL));
        }
    }

    @Test
    void fileWithoutCertificatesIsRefusedByName() throws IOException {
        var empty = Files.writeString(keys.resolve("empty.pem"), "");
        var nonsense = Files.writeString(keys.resolve("nonsense.pem"), "nonsense");
        for (var file : new Path[] {empty, nonsense, keys.resolve("none.pem")}) {
            var settings = StoreSettings.DEFAULT.withAuthorities(file);

            assertThatThrownBy(() -> FlowFabric.open(address, FabricOptions.DEFAULT.withStore(settings)))
                    .isInstanceOf(ValidationException.class)
                    .hasMessageContaining(file.toString());
        }
    }

    private static void ping(FlowFabric fabric) {
        fabric.engine().call(Catalogue.PING, NoArguments.NONE);
    }

    private static void assertRefused(String code, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(TransportException.class, refused -> {
            assertThat(refused.transportKind()).isEqualTo(TransportKind.AUTH);
            assertThat(refused.rawCode()).contains(code);
            assertThat(refused.getMessage()).doesNotContainPattern("token-of-key-(shop|reader|bank|unknown)");
        });
    }
}
