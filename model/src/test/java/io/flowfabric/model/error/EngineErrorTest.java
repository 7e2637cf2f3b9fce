package io.flowfabric.model.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.error.code.ErrorClass;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.TransportKind;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EngineErrorTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "not_runnable | \"\" | \"\" | not_runnable",
                "invalid_tag_key | Acme.x | \"\" | invalid_tag_key: Acme.x",
                "stale_lease | \"\" | You hold epoch 8. Stop. | stale_lease: You hold epoch 8. Stop.",
                "invalid_input | fence_required | Pass lease_id. | invalid_input: fence_required. Pass lease_id.",
                "corruption | Unreadable! | Restore it. | corruption: Unreadable! Restore it.",
            })
    void messageReadsAsOneText(String code, String detail, String explanation, String message) {
        var error = EngineError.of(ErrorCode.ofLiteral(code).orElseThrow(), detail, explanation);

        assertThat(error.message()).isEqualTo(message);
        assertThat(error.toException()).hasMessage(message);
    }

    @Test
    void allDetailsOfAnInactiveExecutionSurviveInOrder() {
        var details = new LinkedHashMap<String, String>();
        details.put("terminal_outcome", "success");
        details.put("lease_epoch", "3");
        details.put("lifecycle_phase", "terminal");
        details.put("attempt_id", "5bd3c1f0-0000-4000-8000-000000000001");

        var error = EngineError.ofWire("valkey", "execution_not_active", "", details);

        assertThat(error.toException().details()).containsExactlyEntriesOf(details);
    }

    @ParameterizedTest
    @CsvSource({"capability_mismatch, 'cuda,gpu'", "rotation_conflict, k7"})
    void detailOfAWireErrorSurvives(String literal, String detail) {
        var error = EngineError.ofWire("valkey", literal, detail, Map.of());

        assertThat(error.code().literal()).isEqualTo(literal);
        assertThat(error.toException().detail()).isEqualTo(detail);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fence_required",
                "partial_fence_triple",
                "edge_not_found",
                "invalid_args",
                "additional_waitpoint_binding_malformed",
                "use_pending_with_extras_unsupported"
            })
    void malformedCallsAreInvalidInputWithTheLiteralAsDetail(String literal) {
        assertThat(EngineError.ofWire("valkey", literal, "", Map.of()))
                .isEqualTo(EngineError.of(ErrorCode.INVALID_INPUT, literal, ""));
    }

    @Test
    void memberOfAnotherFlowNamesThatFlow() {
        String flow = "6f1a2c1e-7c55-4a0c-9a52-0f2d3c4b5a69";

        assertThat(EngineError.ofWire("valkey", "already_member_of_different_flow:" + flow, "", Map.of()))
                .isEqualTo(EngineError.of(ErrorCode.EXECUTION_ALREADY_IN_FLOW, flow, ""));
    }

    @Test
    void unknownCodeBecomesATransportErrorThatKeepsIt() {
        var exception = (TransportException) EngineError.ofWire("valkey", "moon_phase", "full", Map.of("phase", "4"))
                .toException();

        assertThat(exception.rawCode()).contains("moon_phase");
        assertThat(exception.transportKind()).isEqualTo(TransportKind.OTHER);
        assertThat(exception.errorClass()).isEqualTo(ErrorClass.TERMINAL);
        assertThat(exception).hasMessage("transport (valkey): moon_phase: full");
        assertThat(exception.details()).containsEntry("phase", "4");
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void everyCodeBecomesAnExceptionOfItsKind(ErrorCode code) {
        var error = EngineError.of(code, "d", "e");
        var exception = error.toException();

        assertThat(exception.error()).isEqualTo(error);
        assertThat(exception.kind()).isEqualTo(code.kind());
        assertThat(exception.errorClass()).isEqualTo(code.errorClass());
        assertThat(exception.isRetryable()).isEqualTo(code.errorClass() == ErrorClass.RETRYABLE);
        assertThat(exception.getStackTrace()).isNotEmpty();
    }

    @Test
    void detailsCannotBeChangedFromOutside() {
        var source = new LinkedHashMap<>(Map.of("kid", "k1"));
        var error = new EngineError(ErrorCode.ROTATION_CONFLICT, "k1", source, "");
        source.clear();

        assertThat(error.details()).containsExactly(Map.entry("kid", "k1"));
        assertThatThrownBy(() -> error.details().clear()).isInstanceOf(UnsupportedOperationException.class);
    }
}
