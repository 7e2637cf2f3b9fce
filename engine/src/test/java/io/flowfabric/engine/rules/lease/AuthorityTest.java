package io.flowfabric.engine.rules.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.lease.Authority.Fence;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.LeaseId;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorityTest {
    private static final LeaseId LEASE = new LeaseId(new UUID(0, 1));
    private static final AttemptId ATTEMPT = new AttemptId(new UUID(0, 2));

    @ParameterizedTest
    @ValueSource(strings = {"lease_holder", "operator_override", "flow_cascade", "worker", "foo"})
    void aWholeTripleIsAFenceWhateverTheSource(String source) {
        assertThat(authority(true, true, true, source)).isEqualTo(new Answer.Given<>(new Fence(LEASE, 9, ATTEMPT)));
    }

    @ParameterizedTest
    @CsvSource({
        "true, false, false",
        "false, true, false",
        "false, false, true",
        "true, true, false",
        "true, false, true",
        "false, true, true",
    })
    void aPartOfATripleIsRefusedEvenForAnOperator(boolean lease, boolean epoch, boolean attempt) {
        assertRefused(authority(lease, epoch, attempt, "lease_holder"), "partial_fence_triple");
        assertRefused(authority(lease, epoch, attempt, "operator_override"), "partial_fence_triple");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lease_holder", "worker", "flow_cascade", "system_timeout", "foo"})
    void withoutATripleOnlyAnOverrideThatIsSpelledOutWillDo(String source) {
        assertRefused(authority(false, false, false, source), "fence_required");
    }

    @Test
    void anOperatorTakesThePlaceOfTheHolder() {
        assertThat(authority(false, false, false, "operator_override"))
                .isEqualTo(new Answer.Given<>(new Authority.OperatorOverride()));
    }

    private static Answer<Authority> authority(boolean lease, boolean epoch, boolean attempt, String source) {
        return Authority.of(
                lease ? Optional.of(LEASE) : Optional.empty(),
                epoch ? OptionalLong.of(9) : OptionalLong.empty(),
                attempt ? Optional.of(ATTEMPT) : Optional.empty(),
                CancelSource.of(source));
    }

    private static void assertRefused(Answer<Authority> answer, String detail) {
        assertThat(answer).isInstanceOfSatisfying(Answer.Refused.class, refused -> {
            assertThat(refused.error().code()).isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(refused.error().detail()).isEqualTo(detail);
        });
    }
}
