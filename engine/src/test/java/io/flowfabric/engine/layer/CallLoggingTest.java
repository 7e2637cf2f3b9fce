package io.flowfabric.engine.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class CallLoggingTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(CallLogging.class);
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private final ScriptedEngine engine = new ScriptedEngine();

    @BeforeEach
    void listen() {
        logger.setLevel(Level.DEBUG);
        logger.setAdditive(false);
        logged.start();
        logger.addAppender(logged);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(logged);
        logger.setAdditive(true);
        logger.setLevel(Level.OFF);
    }

    @Test
    void callIsLoggedAtInfo() {
        Trial.ping(Layers.around(engine, List.of(CallLogging.atInfo())));

        assertThat(logged.list).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.INFO);
            assertThat(event.getFormattedMessage())
                    .matches("engine_backend.call method=backend_label elapsed_us=\\d+ ok=true");
        });
    }

    @Test
    void failureIsLoggedWithItsCategoryAtTheChosenLevel() {
        engine.fails(Trial.refusal());
        var layered = Layers.around(engine, List.of(CallLogging.at(org.slf4j.event.Level.WARN)));

        assertThatThrownBy(() -> Trial.ping(layered)).isNotNull();

        assertThat(logged.list).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.WARN);
            assertThat(event.getFormattedMessage()).endsWith("ok=false category=not_found");
        });
    }
}
