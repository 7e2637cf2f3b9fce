package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.server.auth.Keys;
import io.flowfabric.server.http.connection.HttpTimeouts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/**
 * Chapter 07 §7.5: data of clients appears in no log, whatever happens to it. Third-party loggers are captured from
 * their default level on, because below it some print all data.
 */
abstract class SecrecyContract extends RouteSuite {
    /** Of a length divisible by three, so that its base64 is the same wherever it begins. */
    private static final String MARK = "h1ddenM4rk67";

    private static final String TOKEN = "t0ken-" + MARK;

    private static final String BYTES = Arrays.toString(MARK.getBytes(StandardCharsets.UTF_8));

    private static final String ENTRUSTED = "'tags':{'app.a':'%s'},'input_payload':{'text':'%s'}".formatted(MARK, MARK);

    /** The forms in which the mark could be printed, and the handles that were given out. */
    private final List<String> marks = new ArrayList<>(List.of(
            MARK,
            BYTES.substring(1, BYTES.length() - 1),
            BYTES.substring(1, BYTES.length() - 1).replace(" ", ""),
            HexFormat.of().formatHex(MARK.getBytes(StandardCharsets.UTF_8)),
            Base64.getEncoder().encodeToString(MARK.getBytes(StandardCharsets.UTF_8))));

    private LogWatch all;
    private LogWatch ours;
    private LogWatch database;

    /** Makes the database refuse the data of executions of the kind {@code refused}. */
    abstract void refuseContents() throws SQLException;

    @Override
    ServerConfig config() {
        return ServerConfig.LOOPBACK
                .withAccess(ServerConfig.Access.of(Keys.single(TOKEN), List.of("*")))
                .withTelemetry(Telemetry.NONE.withAccessLog(true));
    }

    @Override
    HttpCaller caller(FlowFabricServer of) {
        return new HttpCaller(of.address()).with(TOKEN);
    }

    @BeforeEach
    void watch() {
        all = new LogWatch(Logger.ROOT_LOGGER_NAME, Level.INFO);
        ours = new LogWatch("io.flowfabric", Level.DEBUG);
        // A PostgreSQL server has a log of its own; only that of one started by tests is captured here.
        database = new LogWatch("io.zonky", Level.OFF);
    }

    @AfterEach
    void stopWatching() {
        database.close();
        ours.close();
        all.close();
    }

    @Test
    void whatIsDoneIsNotTold() {
        submit(ENTRUSTED);
        complete(claimed(), ",'payload':{'text':'%s'}".formatted(MARK));
        create(",'tags':{'app.a':'%s'},'input_payload':%s".formatted(MARK, BYTES));
        var failed = http.call(
                "fail",
                OperationContract.withHandle(
                        claimed(), ",'reason':{'message':'%s','detail':'%s'}".formatted(MARK, MARK)));

        assertThat(failed.status()).as("%s", failed.body()).isEqualTo(200);
        assertNothingIsTold("/v1/ops/fail");
    }

    @Test
    void whatIsRefusedIsNotTold() throws IOException {
        submit(ENTRUSTED);
        var handle = claimed().get("handle").textValue();
        var answers = List.of(
                http.call("create_execution", "{'input_payload':%s".formatted(MARK)),
                http.call("create_execution", submission("'input_payload':'%s'".formatted(MARK))),
                http.call("create_execution", submission("'input_payload':{'base64':'%s!'}".formatted(MARK))),
                http.call("create_execution", submission("'tags':{'%s':'%s'}".formatted(MARK, MARK))),
                http.call("create_execution", submission("'tags':['%s']".formatted(MARK))),
                http.call("create_execution", submission(ENTRUSTED) + " ".repeat(2_000_000)),
                post("/v1/executions", submission(freshId(), ",'input_payload':'%s'".formatted(MARK))),
                http.call("complete", "{'handle':'%s'}".formatted(MARK)),
                http.call("complete", "{'handle':'%sAA','payload':%s}".formatted(handle, BYTES)),
                http.call("fail", "{'handle':'%s','reason':['%s']}".formatted(handle, MARK)),
                http.call(MARK, "{}"),
                get("/v1/executions?partition=" + MARK),
                get("/v1/events?after=" + MARK),
                get("/" + MARK),
                http.with("wr0ng-" + MARK).call("ping", "{}"));

        assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isBetween(400, 499));
        try (var wire = new Wire(server.address())) {
            wire.head("GET /v1/ops HTTP/1.1", "Host: localhost", "Authorization: Bearer " + TOKEN.repeat(2000));
            assertThat(wire.status()).contains(" 431 ");
        }
        assertNothingIsTold("\"status\":401");
    }

    @Test
    void whatTheStoreDoesNotTakeIsNotTold() throws SQLException {
        refuseContents();

        for (String operation : List.of("create_execution", "submit_batch")) {
            String one = submission(ENTRUSTED).replace("'charge'", "'refused'");
            var failed = http.call(
                    operation, operation.equals("submit_batch") ? "{'executions':[%s,%s]}".formatted(one, one) : one);

            assertThat(failed.body().toString()).contains("\"transport\"").doesNotContain(marks);
        }

        assertNothingIsTold("/v1/ops/submit_batch");
    }

    @Test
    void whatABugMeetsIsNotTold() {
        var buggy = anotherOn(BuggyEngine::new, config(), HttpTimeouts.DEFAULT);
        http = caller(buggy);

        assertThat(http.call("create_execution", submission(ENTRUSTED)).status())
                .isEqualTo(500);
        assertThat(post("/v1/executions", submission(freshId(), "")).status()).isEqualTo(500);

        assertNothingIsTold("A request failed");
    }

    /** Fails in an unexpected way. */
    private record BuggyEngine(Engine engine) implements EngineInFront {
        @Override
        public <A, R> R call(Operation<A, R> operation, A arguments) {
            throw new IllegalStateException("A bug in " + operation.name());
        }
    }

    private static String submission(String more) {
        return "{'namespace':'shop','execution_kind':'charge','lane_id':'main',%s}".formatted(more);
    }

    private JsonNode claimed() {
        var claimed = claimed("");
        marks.add(claimed.get("handle").textValue());
        return claimed;
    }

    /** @param butThis what is told at the end, for the access log is written behind an answer */
    private void assertNothingIsTold(String butThis) {
        Await.until(() -> all.everything().stream().anyMatch(line -> line.contains(butThis)), butThis + " is told");
        assertThat(all.everything()).allSatisfy(line -> assertThat(line).doesNotContain(marks));
    }
}
