package io.flowfabric.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.task.TaskFailure;
import io.flowfabric.sdk.worker.Samples;
import io.flowfabric.sdk.worker.Worker;
import java.util.Optional;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

@Timeout(60)
class LoggingTest {
    record Secret(int pin) {}

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.flowfabric.sdk");
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private final FakeEngine engine = new FakeEngine();
    private final FlowFabric fabric = FlowFabric.on(engine, FabricOptions.DEFAULT);
    private final Claim claim = Samples.claim("charge", "{\"pin\":\"s3cret\"}");

    @BeforeEach
    void listen() {
        logger.setLevel(Level.TRACE);
        logger.setAdditive(false);
        logged.start();
        logger.addAppender(logged);
        engine.offer(claim);
    }

    @AfterEach
    void stopListening() {
        fabric.close();
        logger.detachAppender(logged);
        logger.setAdditive(true);
        logger.setLevel(Level.OFF);
    }

    @Test
    void handlerFindsItsExecutionInTheLogContext() throws InterruptedException {
        var context = new SynchronousQueue<String>();
        fabric.worker("orders")
                .workerInstanceId("i-1")
                .onAnyKind(task -> {
                    context.put(String.join(
                            " ",
                            MDC.get("execution_id"),
                            MDC.get("lane"),
                            MDC.get("kind"),
                            MDC.get("attempt"),
                            MDC.get("worker")));
                    return Optional.empty();
                })
                .start();

        assertThat(context.poll(FakeEngine.TIMEOUT_SECONDS, TimeUnit.SECONDS))
                .isEqualTo(claim.executionId() + " orders charge 2 i-1");
    }

    @Test
    void failureIsLoggedWithoutItsPayload() throws InterruptedException {
        fabric.worker("orders")
                .on("charge", Secret.class, (task, secret) -> secret.pin())
                .start();
        engine.awaitCall(Catalogue.FAIL);
        fabric.close();
        logger.detachAppender(logged);

        assertThat(logged.list)
                .isNotEmpty()
                .allSatisfy(event -> assertThat(
                                event.getFormattedMessage() + ThrowableProxyUtil.asString(event.getThrowableProxy()))
                        .doesNotContain("s3cret"));
    }

    @Test
    void failureThatAHandlerReportsIsALineInItsOwnWords() throws InterruptedException {
        fabric.worker("orders")
                .on("charge", task -> {
                    throw new TaskFailure("no such account", "bank");
                })
                .start();
        engine.awaitCall(Catalogue.FAIL);
        fabric.close();
        logger.detachAppender(logged);

        assertThat(logged.list)
                .filteredOn(event -> event.getLevel() == Level.WARN)
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.getFormattedMessage())
                            .isEqualTo("Attempt 2 of kind charge failed: no such account (bank)");
                    assertThat(event.getThrowableProxy()).isNull();
                    assertThat(event.getLoggerName()).isEqualTo(Worker.class.getName());
                });
    }
}
