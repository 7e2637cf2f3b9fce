package io.flowfabric.sdk.remote;

import static io.flowfabric.sdk.remote.ScriptedServer.HANG_UP;
import static io.flowfabric.sdk.remote.ScriptedServer.answering;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.ContentionException;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.model.error.ResourceExhaustedException.Resource;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.TransportKind;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.fenced.CompleteExecution;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.model.op.submit.SubmitBatch;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls whose server disconnects, refuses, or cannot be reached. */
@Timeout(60)
class RemoteEngineTest {
    private static final ExecutionRef ANY = new ExecutionRef(ExecutionId.minted(7));
    private static final CreateExecution NAMELESS = CreateExecution.of(
                    new Namespace("shop"), new LaneId("main"), "charge")
            .build();
    private static final ClaimRequest CLAIM = new ClaimRequest(
            new LaneId("main"),
            new WorkerId("w"),
            new WorkerInstanceId("w-1"),
            CapabilitySet.EMPTY,
            Optional.empty(),
            30_000,
            0,
            1);

    @Test
    void readWhoseAnswerWasLostIsMadeAgain() {
        try (var server = new ScriptedServer(HANG_UP, HANG_UP, answering(200, "1763000000000"))) {
            assertThat(call(server, Catalogue.SERVER_TIME_MS, NoArguments.NONE)).isEqualTo(1_763_000_000_000L);
            assertThat(server.bodies()).hasSizeGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void claimWhoseAnswerWasLostIsNot() {
        try (var server = new ScriptedServer(HANG_UP)) {
            var lost = catchThrowableOfType(TransportException.class, () -> call(server, Catalogue.CLAIM, CLAIM));

            assertThat(lost.transportKind()).isEqualTo(TransportKind.TRANSPORT);
            assertThat(server.bodies()).hasSize(1);
        }
    }

    @Test
    void timeoutIsRetryableIfTheServerKnowsThatNothingWasChanged() {
        String body =
                "{'error':'x','kind':'%s','code':'%s','retryable':%s,'details':{'op':'write','elapsed_ms':9,'applied':'%s'}}"
                        .replace('\'', '"');
        try (var server = new ScriptedServer(
                answering(500, body.formatted("timeout", "timeout", true, "no")),
                answering(500, body.formatted("operation_timeout", "operation_timeout", false, "unknown")))) {
            var harmless =
                    catchThrowableOfType(OperationTimeoutException.class, () -> call(server, Catalogue.CLAIM, CLAIM));
            var unknown =
                    catchThrowableOfType(OperationTimeoutException.class, () -> call(server, Catalogue.CLAIM, CLAIM));

            assertThat(harmless.isRetryable()).isTrue();
            assertThat(harmless.mayHaveBeenApplied()).isFalse();
            assertThat(harmless.elapsed()).isEqualTo(Duration.ofMillis(9));
            assertThat(unknown.isRetryable()).isFalse();
            assertThat(unknown.mayHaveBeenApplied()).isTrue();
        }
    }

    @Test
    void exhaustedServerIsTheSameErrorAsAnExhaustedEngine() {
        String body = "{'error':'x','kind':'resource_exhausted','code':'resource_exhausted','retryable':true,"
                + "'detail':'waiting_bytes is full at 9','explanation':'Wait.',"
                + "'details':{%s'pool':'waiting_bytes','max':9,'retry_after_ms':100}}";
        try (var server = new ScriptedServer(
                answering(503, body.formatted("'resource':'memory',").replace('\'', '"')),
                answering(429, body.formatted("'resource':'permits',").replace('\'', '"')),
                answering(429, body.formatted("").replace('\'', '"')))) {
            for (var resource : List.of(Resource.MEMORY, Resource.PERMITS, Resource.PERMITS)) {
                var full = catchThrowableOfType(
                        ResourceExhaustedException.class, () -> call(server, Catalogue.CLAIM, CLAIM));

                assertThat(full.resource()).isEqualTo(resource);
                assertThat(full.isRetryable()).isTrue();
                assertThat(full.pool()).isEqualTo("waiting_bytes");
                assertThat(full.max()).isEqualTo(9);
                assertThat(full.retryAfter()).contains(Duration.ofMillis(100));
            }
            assertThat(server.bodies())
                    .as("no call is repeated without the caller's knowledge")
                    .hasSize(3);
        }
    }

    @Test
    void listInTheDetailsOfARefusalIsReadAsAnEngineWritesIt() {
        String body = "{'error':'x','kind':'validation','code':'capability_mismatch','retryable':true,"
                + "'detail':'cuda,gpu','details':{'missing':['cuda','gpu']}}";
        try (var server = new ScriptedServer(answering(400, body.replace('\'', '"')))) {
            var refused = catchThrowableOfType(ValidationException.class, () -> call(server, Catalogue.CLAIM, CLAIM));

            assertThat(refused.details()).containsEntry("missing", "cuda,gpu");
        }
    }

    @Test
    void submissionIsRepeatedUnderOneIdAndToldAsCreated() {
        String known = "{\"Duplicate\":{\"execution_id\":\"{fp:7}:11111111-1111-4111-8111-111111111111\"}}";
        try (var server = new ScriptedServer(HANG_UP, answering(200, known))) {
            var outcome = call(server, Catalogue.CREATE_EXECUTION, NAMELESS);

            assertThat(outcome).isInstanceOf(CreateExecutionOutcome.Created.class);
            assertThat(server.bodies().stream().distinct()).hasSize(1).allMatch(body -> body.contains("execution_id"));
        }
    }

    @Test
    void completionByFenceWhoseAnswerWasLostIsNotMadeAgain() {
        var completion = new CompleteExecution(
                ANY.executionId(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                CancelSource.OPERATOR_OVERRIDE);
        try (var server = new ScriptedServer(HANG_UP)) {
            assertThatThrownBy(() -> call(server, Catalogue.COMPLETE_EXECUTION, completion))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("may have been carried out");
            assertThat(server.bodies()).hasSize(1);
        }
    }

    @Test
    void absentServerIsNamedAndNothingWasDone() {
        String address;
        try (var gone = new ScriptedServer(HANG_UP)) {
            address = gone.address();
        }
        try (var engine = RemoteEngine.connect(address, RemoteSettings.DEFAULT.withPatience(Duration.ZERO))) {
            var unreached = catchThrowableOfType(TransportException.class, () -> engine.call(Catalogue.CLAIM, CLAIM));

            assertThat(unreached).hasMessageContaining("was not reached").hasMessageContaining(address);
        }
    }

    @Test
    void refusalIsTheExceptionOfTheEngine() {
        String body =
                "{'error':'contention: execution_not_active: x. Stop.','kind':'contention','code':'execution_not_active',"
                        + "'retryable':false,'details':{'lease_epoch':7,'lifecycle_phase':'terminal'},'detail':'x',"
                        + "'explanation':'Stop.'}";
        try (var server = new ScriptedServer(answering(409, body.replace('\'', '"')))) {
            var refused = catchThrowableOfType(
                    ContentionException.class, () -> call(server, Catalogue.EXPLAIN_EXECUTION, ANY));

            assertThat(refused.code()).isEqualTo(ErrorCode.EXECUTION_NOT_ACTIVE);
            assertThat(refused.detail()).isEqualTo("x");
            assertThat(refused.details())
                    .containsEntry("lease_epoch", "7")
                    .containsEntry("lifecycle_phase", "terminal");
            assertThat(refused).hasMessage("execution_not_active: x. Stop.");
            assertThat(server.bodies()).as("a refusal is an answer").hasSize(1);
        }
    }

    @Test
    void wrongKeySaysWhatIsMissing() {
        String body = "{\"error\":\"missing or invalid Authorization header\",\"code\":\"unauthorized\"}";
        try (var server = new ScriptedServer(answering(401, body))) {
            var refused = catchThrowableOfType(
                    TransportException.class, () -> call(server, Catalogue.PING, NoArguments.NONE));

            assertThat(refused.transportKind()).isEqualTo(TransportKind.AUTH);
            assertThat(refused).hasMessageContaining("FF_API_TOKEN");
            assertThat(server.keys()).containsExactly("Bearer secret");
        }
    }

    @Test
    void whatIsNoServerOfOursIsSaidToBeNone() {
        try (var server = new ScriptedServer(answering(404, "<html>"))) {
            assertThatThrownBy(() -> call(server, Catalogue.PING, NoArguments.NONE))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("404")
                    .hasMessageContaining("ff server");
        }
    }

    @Test
    void batchThatIsTooLongIsSentInParts() {
        var large = CreateExecution.of(new Namespace("shop"), new LaneId("main"), "charge")
                .input(Payload.of(new byte[300_000]))
                .build();
        String two = "{\"results\":[%1$s,%1$s]}"
                .formatted("{\"Created\":{\"execution_id\":\"{fp:7}:11111111-1111-4111-8111-111111111111\","
                        + "\"public_state\":\"waiting\"}}");
        try (var server = new ScriptedServer(answering(200, two), answering(413, "{\"code\":\"payload_too_large\"}"))) {
            var answers = call(server, Catalogue.SUBMIT_BATCH, new SubmitBatch(Collections.nCopies(4, large)));

            assertThat(server.bodies())
                    .hasSize(2)
                    .allSatisfy(body -> assertThat(body.length()).isLessThan(1_048_576));
            assertThat(answers).hasSize(4);
            assertThat(answers.subList(0, 2)).allMatch(item -> item instanceof BatchItem.Answered<?>);
            assertThat(answers.subList(2, 4)).allMatch(item -> item instanceof BatchItem.Refused<?>);
        }
    }

    @Test
    void closedEngineRefuses() {
        try (var server = new ScriptedServer(exchange -> {})) {
            var engine = engine(server);
            var pending = engine.callAsync(Catalogue.PING, NoArguments.NONE);
            engine.close();

            assertThatThrownBy(pending::join).isInstanceOf(CancellationException.class);
            assertThatThrownBy(() -> engine.call(Catalogue.PING, NoArguments.NONE))
                    .isInstanceOf(UnavailableException.class);
        }
    }

    @Test
    void callersTransactionIsRefused() {
        try (var server = new ScriptedServer(HANG_UP);
                var engine = engine(server)) {
            var connection = (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> null);

            assertThatThrownBy(() -> engine.callIn(connection, Catalogue.CREATE_EXECUTION, NAMELESS))
                    .isInstanceOf(UnavailableException.class);
            assertThat(server.bodies()).isEmpty();
        }
    }

    @Test
    void addressWithASecretInItIsRefusedWithoutShowingIt() {
        assertThatThrownBy(() -> RemoteEngine.connect("https://user:hush@host", RemoteSettings.DEFAULT))
                .isInstanceOf(ValidationException.class)
                .message()
                .doesNotContainPattern(Pattern.compile("hush"));
        assertThat(RemoteSettings.DEFAULT.withKey(Optional.of("hush")).toString())
                .doesNotContain("hush");
    }

    @Test
    void keyThatCannotBeSentIsRefusedWithoutShowingIt() {
        for (String key : List.of("", " ", "hush\n", " hush", "hu\nsh", "h\u00fcsh", "hush\u007f")) {
            assertThatThrownBy(() -> RemoteSettings.DEFAULT.withKey(Optional.of(key)))
                    .as(key)
                    .isInstanceOf(ValidationException.class)
                    .hasMessageContaining("key")
                    .message()
                    .doesNotContainPattern(Pattern.compile("hush"));
        }
        RemoteSettings.DEFAULT.withKey(Optional.of("hush it"));
    }

    private static <A, R> R call(ScriptedServer server, Operation<A, R> operation, A arguments) {
        try (var engine = engine(server)) {
            return engine.call(operation, arguments);
        }
    }

    private static RemoteEngine engine(ScriptedServer server) {
        return RemoteEngine.connect(server.address(), RemoteSettings.DEFAULT.withKey(Optional.of("secret")));
    }
}
