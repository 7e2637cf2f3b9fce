package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.server.auth.Keys;
import io.flowfabric.server.http.pipeline.AccessLog;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

@Timeout(60)
class AccessLogTest extends SqliteSuite {
    private static final String TOKEN = "t0ken-with-s3cret-in-it";

    private final Logger logger = (Logger) LoggerFactory.getLogger(AccessLog.LOGGER);
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage());
        }
    };

    private HttpCaller logged;

    @BeforeEach
    void listen() {
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        appender.start();
        logger.addAppender(appender);
        var access = ServerConfig.Access.of(Keys.single(TOKEN), List.of("*"));
        logged = new HttpCaller(
                another(ServerConfig.LOOPBACK.withAccess(access).withTelemetry(Telemetry.NONE.withAccessLog(true)))
                        .address());
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(appender);
        logger.setAdditive(true);
        logger.setLevel(null);
    }

    private JsonNode line() throws InterruptedException, JsonProcessingException {
        String line = lines.poll(20, TimeUnit.SECONDS);
        assertThat(line).as("a line of the access log").isNotNull().doesNotContain("s3cret-of-the-test");
        return HttpCaller.JSON.readTree(line);
    }

    @Test
    void eachRequestIsOneLineWithoutPayloadsTokensAndQueries() throws Exception {
        logged.send(logged.post(
                                "create_execution",
                                "{'namespace':'shop','execution_kind':'charge','lane_id':'main','input_payload':{'text':'s3cret'}}")
                        .header("Authorization", "Bearer " + TOKEN)
                        .header("X-Request-Id", "req-7"))
                .join()
                .variant("Created");

        var line = line();
        assertThat(names(line))
                .containsExactlyInAnyOrder(
                        "time", "request_id", "key", "method", "route", "status", "bytes", "duration_ms");
        assertThat(line.get("request_id").textValue()).isEqualTo("req-7");
        assertThat(line.get("method").textValue()).isEqualTo("POST");
        assertThat(line.get("route").textValue()).isEqualTo("/v1/ops/create_execution");
        assertThat(line.get("status").intValue()).isEqualTo(200);
        assertThat(line.get("bytes").intValue()).isPositive();
        assertThat(line.get("duration_ms").doubleValue()).isPositive();
        assertThat(Instant.parse(line.get("time").textValue())).isAfter(Instant.EPOCH);
    }

    @Test
    void refusedAndUnroutedRequestsAreLoggedByTheirTemplate() throws Exception {
        logged.get("/v1/ops?token=s3cret");
        var refused = line();
        assertThat(refused.get("route").textValue()).isEqualTo("/v1/ops");
        assertThat(refused.get("status").intValue()).isEqualTo(401);

        logged.get("/s3cret");
        assertThat(line().get("route").textValue()).isEqualTo("unknown");
    }

    @Test
    void requestThatWaitedIsLoggedWhenItIsAnswered() throws Exception {
        logged.send(logged.post("claim", claim(",'max_wait_ms':50")).header("Authorization", "Bearer " + TOKEN))
                .join();

        var line = line();
        assertThat(line.get("route").textValue()).isEqualTo("/v1/ops/claim");
        assertThat(line.get("status").intValue()).isEqualTo(200);
        assertThat(line.get("bytes").intValue()).isPositive();
    }

    private static Set<String> names(JsonNode line) {
        var names = new TreeSet<String>();
        line.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
