package io.flowfabric.sdk.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.sdk.FakeEngine;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.config.FabricOptions;
import java.time.Duration;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class EventSubscriptionBuilderTest {
    private final FakeEngine engine = new FakeEngine();
    private final FlowFabric fabric = FlowFabric.on(engine, FabricOptions.DEFAULT);
    private final EventHandlers handlers = new EventHandlers();

    @Test
    void badNameIsRefusedAtOnce() {
        assertInvalid(() -> fabric.events("two words"), "cursor_name");
    }

    @Test
    void subscriptionWithoutHandlersIsRefused() {
        assertInvalid(() -> fabric.events("billing").start(), "handlers: none given");
    }

    @Test
    void leaseTooShortOrTooLongIsRefused() {
        assertInvalid(() -> fabric.events("billing").leaseTtl(Duration.ofMillis(9)), "PT0.009S");
        assertInvalid(() -> fabric.events("billing").leaseTtl(Duration.ofDays(2)), "PT48H");
    }

    @Test
    void secondHandlerOfATypeIsRefused() {
        var builder = fabric.events("billing").on(CompletionEvent.class, event -> {});

        assertInvalid(() -> builder.on(CompletionEvent.class, event -> {}), "two of CompletionEvent");
        assertInvalid(() -> builder.on(Event.class, event -> {}), "two of CompletionEvent");
    }

    @Test
    void closedFabricStartsNoSubscription() {
        fabric.close();

        assertThatThrownBy(() -> fabric.events("billing")
                        .on(CompletionEvent.class, event -> {})
                        .start())
                .isInstanceOfSatisfying(
                        EngineException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    }

    @Test
    void typeNamesTheFamiliesThatAreRead() {
        handlers.add(LeaseEvent.class, event -> {});
        assertThat(handlers.families()).isEqualTo(Set.of(EventFamily.LEASE));
        handlers.add(WorkerEvent.class, event -> {});
        assertThat(handlers.families()).isEqualTo(Set.of(EventFamily.LEASE, EventFamily.WORKER));
    }

    @Test
    void interfaceStandsForEveryTypeBelowIt() {
        handlers.add(ExecutionEvent.class, event -> {});
        assertThat(handlers.families())
                .isEqualTo(Set.of(
                        EventFamily.LEASE, EventFamily.COMPLETION, EventFamily.OPERATOR, EventFamily.INSTANCE_TAG));
        handlers.add(WorkerEvent.class, event -> {});
        assertThat(handlers.families()).doesNotContainNull().hasSize(5);
    }

    private static void assertInvalid(ThrowingCallable call, String detail) {
        assertThatThrownBy(call).isInstanceOfSatisfying(EngineException.class, refused -> {
            assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(refused.detail()).contains(detail);
        });
    }
}
