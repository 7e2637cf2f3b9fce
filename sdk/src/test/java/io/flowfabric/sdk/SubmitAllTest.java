package io.flowfabric.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.BatchItem;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SubmitAllTest {
    private final FlowFabric fabric = FlowFabric.open("sqlite::memory:");

    @AfterEach
    void close() {
        fabric.close();
    }

    @Test
    void eachIsAnsweredInItsPlaceAndARefusalTouchesNoOther() {
        var answers = fabric.submitAll(List.of(
                charge().idempotencyKey("k"),
                charge().tag("No", "1"),
                charge().idempotencyKey("k"),
                charge().delay(Duration.ofHours(1))));

        assertThat(answers).hasSize(4);
        var first = answers.get(0).orThrow();
        assertThat(first.isDuplicate()).isFalse();
        assertThat(answers.get(1))
                .isInstanceOfSatisfying(
                        BatchItem.Refused.class,
                        refused -> assertThat(refused.error().code()).isEqualTo(ErrorCode.INVALID_TAG_KEY));
        assertThat(answers.get(2).orThrow().id()).isEqualTo(first.id());
        assertThat(answers.get(2).orThrow().isDuplicate()).isTrue();
        assertThat(answers.get(3).orThrow().isDuplicate()).isFalse();
    }

    @Test
    void moreThanOneCallMayHoldAreSubmittedAll() {
        var many = IntStream.range(0, 1001).mapToObj(i -> charge()).toList();

        var ids = fabric.submitAll(many).stream()
                .map(answer -> answer.orThrow().id())
                .distinct();

        assertThat(ids).hasSize(1001);
    }

    @Test
    void noneAreNoMistake() {
        assertThat(fabric.submitAll(List.of())).isEmpty();
    }

    @Test
    void submissionOfAnotherFabricIsRefusedBeforeAnythingIsStored() {
        try (var other = FlowFabric.open("sqlite::memory:")) {
            var foreign = other.submission("orders", "charge");
            var key = charge().idempotencyKey("k");

            assertThatThrownBy(() -> fabric.submitAll(List.of(key, foreign)))
                    .isInstanceOf(ValidationException.class)
                    .hasMessageContaining("submission 1");
            assertThat(key.submit().isDuplicate()).isFalse();
        }
    }

    private SubmissionBuilder charge() {
        return fabric.submission("orders", "charge").payload(5);
    }
}
