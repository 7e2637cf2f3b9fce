package io.flowfabric.model.handle;

import static io.flowfabric.model.Failures.validationFailureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.flowfabric.model.Literals;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HandleTest {

    private static final HandlePayload PAYLOAD = payload(0, 1, 30_000);

    @ParameterizedTest
    @CsvSource({"FRESH, Fresh", "RESUMED, Resumed", "SUSPENDED, Suspended", "RECLAIMED, Reclaimed"})
    void kindsHaveTheirLiterals(HandleKind kind, String literal) {
        assertThat(kind.literal()).isEqualTo(literal);
        assertThat(Literals.parse(HandleKind.class, literal)).contains(kind);
    }

    @Test
    void ownHandleOpens() {
        Handle handle = handle(BackendTag.JAVA_SQLITE, BackendTag.JAVA_SQLITE);
        assertThat(HandleCodec.open(handle, BackendTag.JAVA_SQLITE)).isEqualTo(PAYLOAD);
    }

    @Test
    void foreignHandleIsRefusedWithoutParsing() {
        Handle handle = new Handle(BackendTag.VALKEY, HandleKind.FRESH, new byte[] {(byte) 0xab});
        assertForeign(handle, "expected=java-sqlite actual=valkey");
    }

    @Test
    void foreignBytesUnderOurNameAreRefused() {
        Handle handle = handle(BackendTag.JAVA_SQLITE, BackendTag.JAVA_POSTGRES);
        assertForeign(handle, "expected=java-sqlite actual=java-postgres (embedded tag)");
    }

    @Test
    void corruptBytesUnderOurNameAreCorruption() {
        Handle handle = new Handle(BackendTag.JAVA_SQLITE, HandleKind.FRESH, new byte[] {(byte) 0xab});
        assertThat(validationFailureOf(() -> HandleCodec.open(handle, BackendTag.JAVA_SQLITE))
                        .code())
                .isEqualTo(ErrorCode.CORRUPTION);
    }

    @Test
    void handlesWithEqualContentAreEqual() {
        Handle one = handle(BackendTag.JAVA_SQLITE, BackendTag.JAVA_SQLITE);
        Handle other = handle(BackendTag.JAVA_SQLITE, BackendTag.JAVA_SQLITE);
        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
        assertThat(one)
                .isNotEqualTo(new Handle(BackendTag.JAVA_SQLITE, HandleKind.SUSPENDED, one.bytes()))
                .isNotEqualTo(new Handle(BackendTag.JAVA_POSTGRES, HandleKind.FRESH, one.bytes()))
                .isNotEqualTo(new Handle(BackendTag.JAVA_SQLITE, HandleKind.FRESH, new byte[0]));
    }

    @Test
    void bytesCannotBeChangedFromOutside() {
        byte[] given = {1, 2, 3};
        Handle handle = new Handle(BackendTag.JAVA_SQLITE, HandleKind.FRESH, given);
        given[0] = 9;
        handle.bytes()[1] = 9;
        assertThat(handle.bytes()).containsExactly(1, 2, 3);
    }

    @Test
    void printsNothingOfTheLease() {
        assertThat(new Handle(BackendTag.JAVA_SQLITE, HandleKind.FRESH, new byte[7]))
                .hasToString("Handle(java-sqlite, Fresh, 7 bytes)");
    }

    @ParameterizedTest
    @CsvSource({"-1, 0, 0", "0, -1, 0", "0, 0, -1"})
    void negativeNumbersCannotBeBuilt(int attemptIndex, long epoch, long ttl) {
        assertThatIllegalArgumentException().isThrownBy(() -> payload(attemptIndex, epoch, ttl));
    }

    private static void assertForeign(Handle handle, String detail) {
        ValidationException failure = validationFailureOf(() -> HandleCodec.open(handle, BackendTag.JAVA_SQLITE));
        assertThat(failure.code()).isEqualTo(ErrorCode.HANDLE_FROM_OTHER_BACKEND);
        assertThat(failure.detail()).isEqualTo(detail);
    }

    private static Handle handle(BackendTag outer, BackendTag embedded) {
        return new Handle(outer, HandleKind.FRESH, HandleCodec.encode(embedded, PAYLOAD));
    }

    private static HandlePayload payload(int attemptIndex, long epoch, long ttl) {
        return new HandlePayload(
                ExecutionId.parse("{fp:7}:11111111-1111-4111-8111-111111111111"),
                attemptIndex,
                AttemptId.parse("22222222-2222-4222-8222-222222222222"),
                LeaseId.parse("33333333-3333-4333-8333-333333333333"),
                epoch,
                ttl,
                "default",
                "w-1");
    }
}
