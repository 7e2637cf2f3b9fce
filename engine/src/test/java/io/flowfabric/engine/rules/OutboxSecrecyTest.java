package io.flowfabric.engine.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.record.CursorRules;
import io.flowfabric.engine.rules.record.EventRules;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.CursorLease;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.cursor.AdvanceCursor;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Positions count the events of all namespaces, so no refusal tells a number of the outbox. */
class OutboxSecrecyTest {
    private static final CursorKey KEY = new CursorKey(new Namespace("shop"), new CursorName("billing"));
    private static final SubscriberId HOLDER = new SubscriberId("billing-worker");

    @Test
    void placeBeyondTheOutboxIsRefusedWithoutNumbers() {
        assertTellsNoNumber(EventRules.checkPlace(7000, 345).orElseThrow());
    }

    @Test
    void positionBeforeTheStoredOneIsRefusedWithoutNumbers() {
        var stored = new NamedCursor(
                KEY, EventCursor.ofNumber(8_412_345), 1, Optional.of(new CursorLease(HOLDER, 1_000)), 0);
        var back = new AdvanceCursor(KEY.namespace(), KEY.name(), HOLDER, 1, EventCursor.ofNumber(17), 300);

        var refusal = (Answer.Refused<?>)
                CursorRules.advance(Optional.of(stored), back, 500).answer();

        assertTellsNoNumber(refusal.error());
    }

    private static void assertTellsNoNumber(EngineError refusal) {
        assertThat(refusal.toException().getMessage()).doesNotContainPattern("[0-9]");
        assertThat(refusal.details().values()).noneMatch(value -> value.matches(".*[0-9].*"));
    }
}
