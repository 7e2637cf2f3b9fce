package io.flowfabric.engine.waiting;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.SilentStore;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.ops.Bindings;
import io.flowfabric.model.op.Ok;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An operation that is bound otherwise than it is declared keeps an engine from starting, by its name. */
class BindingsTest {
    private final LongPolls longPolls = new LongPolls(new FallbackPoll(Duration.ofHours(1), () -> {}));
    private final Bindings bindings =
            new Bindings(longPolls, new CommandExecutor(new SilentStore(), EngineSettings.DEFAULT.withTimers(false)));

    @AfterEach
    void close() {
        longPolls.close();
    }

    @Test
    void operationThatNoFamilyBindsIsNamed() {
        assertThatIllegalStateException()
                .isThrownBy(bindings::requireComplete)
                .withMessageStartingWith(
                        "Operation %s has no handler", Catalogue.all().get(0));
    }

    @Test
    void operationThatTwoFamiliesBindIsNamed() {
        bindings.bind(Catalogue.PING, args -> Ok.OK);

        assertThatIllegalStateException()
                .isThrownBy(() -> bindings.bind(Catalogue.PING, args -> Ok.OK))
                .withMessage("Operation ping is bound twice");
    }

    @Test
    void operationThatWaitsMustBeBoundAsOne() {
        bindings.bind(Catalogue.ACQUIRE_CURSOR, args -> {
            throw new AssertionError(args);
        });

        assertThatIllegalStateException()
                .isThrownBy(bindings::requireComplete)
                .withMessageStartingWith("Operation acquire_cursor must be bound by bindWaiting");
    }
}
