package io.flowfabric.model.id;

import static io.flowfabric.model.Failures.validationFailureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.suspension.WaitpointId;
import io.flowfabric.model.suspension.WaitpointKey;
import org.junit.jupiter.api.Test;

class KeysTest {

    @Test
    void emptyIdempotencyKeyMeansNone() {
        assertThat(IdempotencyKey.NONE.isPresent()).isFalse();
        assertThat(new IdempotencyKey("order-7").isPresent()).isTrue();
    }

    @Test
    void idempotencyKeyMayHave1024Bytes() {
        assertThat(new IdempotencyKey("é".repeat(512)).isPresent()).isTrue();
        ValidationException failure = validationFailureOf(() -> new IdempotencyKey("é".repeat(512) + "x"));
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(failure.detail()).contains("idempotency_key", "1025", "1024");
    }

    @Test
    void waitpointWithoutAKeyIsNamedByItsId() {
        WaitpointId waitpoint = WaitpointId.parse("22222222-2222-4222-8222-222222222222");
        assertThat(WaitpointKey.defaultFor(waitpoint)).hasToString("wpk:22222222-2222-4222-8222-222222222222");
    }
}
