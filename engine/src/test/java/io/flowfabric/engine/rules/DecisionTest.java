package io.flowfabric.engine.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.StateException;
import io.flowfabric.model.error.code.ErrorCode;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DecisionTest {
    private static final Change FIRST = new Change.GrantRemoved(Given.ID);
    private static final EngineError STALE = EngineError.of(ErrorCode.STALE_LEASE);

    @Test
    void aRefusalIsAValueUntilTheResultIsRead() {
        Decision<String> refused = Decision.refuse(STALE);

        assertThat(refused.refusal()).contains(STALE);
        assertThatThrownBy(() -> refused.answer().orThrow()).isInstanceOf(StateException.class);
        assertThat(Decision.of("yes").refusal()).isEmpty();
    }

    @Test
    void theChangesOfBothAreKeptInOrderAndTheSecondAnswers() {
        var leased = Given.eligible().leasedBy("w1");
        var second = FencedCall.RENEW.make(leased, leased.fence());

        var both = Decision.of("first").changing(FIRST).then(second);

        assertThat(both.answer()).isEqualTo(second.answer());
        assertThat(both.changes()).containsExactly(FIRST, second.changes().get(0));
        assertThat(both.events()).isEqualTo(second.events());
    }

    @Test
    void whatIsAbsentAddsNothing() {
        var decision = Decision.of("yes").changing(Optional.empty()).emitting(Optional.empty());

        assertThat(decision).isEqualTo(Decision.of("yes"));
    }
}
