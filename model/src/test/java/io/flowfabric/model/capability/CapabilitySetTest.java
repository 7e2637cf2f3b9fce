package io.flowfabric.model.capability;

import static io.flowfabric.model.Failures.validationFailureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.error.code.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapabilitySetTest {

    @ParameterizedTest
    @CsvSource({
        "'', '', ''",
        "'', 'gpu', ''",
        "'gpu', 'gpu,cuda', ''",
        "'gpu,cuda', 'gpu', 'cuda'",
        "'gpu,cuda', '', 'cuda,gpu'",
        "'GPU', 'gpu', 'GPU'",
        "'torch>=2.3', 'torch>=2.4', 'torch>=2.3'"
    })
    void workerFitsWhenItHasEveryRequiredToken(String required, String worker, String missing) {
        CapabilitySet requirement = CapabilitySet.parseCsv(required);
        CapabilitySet offer = CapabilitySet.parseCsv(worker);
        assertThat(offer.satisfies(requirement)).isEqualTo(missing.isEmpty());
        assertThat(requirement.missingFrom(offer)).isEqualTo(missing);
    }

    @ParameterizedTest
    @CsvSource({"',gpu,,', gpu", "',gpu,,cuda,', 'cuda,gpu'", "',,,', ''", "'', ''", "'b,a,b', 'a,b'"})
    void csvDropsEmptyTokensAndIsSorted(String csv, String canonical) {
        assertThat(CapabilitySet.parseCsv(csv).csv()).isEqualTo(canonical);
    }

    @Test
    void csvWithABlankIsRefused() {
        var failure = validationFailureOf(() -> CapabilitySet.parseCsv("gpu, cuda"));
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(failure.detail()).isEqualTo("csv:control_or_whitespace");
    }

    @Test
    void equalityIgnoresOrderAndRepetition() {
        CapabilitySet one = CapabilitySet.required(List.of("gpu", "cuda", "gpu"));
        CapabilitySet other = CapabilitySet.ofWorker(List.of("cuda", "gpu"));
        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other).isNotEqualTo(CapabilitySet.EMPTY);
        assertThat(one.tokens()).containsExactly("cuda", "gpu");
    }

    @Test
    void nothingGivenIsTheEmptySet() {
        assertThat(CapabilitySet.required(List.of())).isEqualTo(CapabilitySet.EMPTY);
        assertThat(CapabilitySet.EMPTY.isEmpty()).isTrue();
    }
}
