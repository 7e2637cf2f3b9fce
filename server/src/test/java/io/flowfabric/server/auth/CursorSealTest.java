package io.flowfabric.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.EventCursor.Position;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.id.Namespace;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CursorSealTest {
    private static final Namespace OWN = new Namespace("a");
    private static final Namespace OTHER = new Namespace("b");

    private final CursorSeal seal = new CursorSeal(new byte[32]);

    @Test
    void whatWasSealedOpensAgainAlsoAsText() {
        var pair = new Position(Long.MAX_VALUE, -1);
        for (var position : List.of(EventCursor.ofNumber(42), EventCursor.ofPair(pair), EventCursor.ofStreamId(pair))) {
            var sealed = seal.seal(position, OWN);

            assertThat(seal.open(EventCursor.parse(sealed.toString()), OWN)).isEqualTo(position);
        }
    }

    @Test
    void onePositionIsAnotherTextEachTime() {
        var position = EventCursor.ofNumber(42);

        assertThat(seal.seal(position, OWN)).isNotEqualTo(seal.seal(position, OWN));
    }

    @Test
    void oneThatWasAlteredInAnyBitIsRefused() {
        byte[] sealed = seal.seal(EventCursor.ofNumber(42), OWN).sealed().orElseThrow();
        for (int bit = 0; bit < sealed.length * Byte.SIZE; bit++) {
            byte[] altered = sealed.clone();
            altered[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);

            assertRefused(() -> seal.open(EventCursor.ofSealed(altered), OWN));
        }
    }

    @Test
    void oneOfAnotherNamespaceOrDeploymentIsRefusedAndSoIsABarePosition() {
        var sealed = seal.seal(EventCursor.ofNumber(42), OWN);

        assertRefused(() -> seal.open(sealed, OTHER));
        byte[] elsewhere = new byte[32];
        elsewhere[0] = 1;
        assertRefused(() -> new CursorSeal(elsewhere).open(sealed, OWN));
        assertRefused(() -> seal.open(EventCursor.ofNumber(42), OWN));
        assertRefused(() -> seal.open(EventCursor.ofSealed(new byte[12]), OWN));
        assertRefused(() -> seal.open(EventCursor.ofSealed(new byte[28]), OWN));
        assertRefused(() -> seal.open(EventCursor.ofSealed(new byte[29]), OWN));
    }

    @Test
    void nowAndTheBeginningAreTheSameForAll() {
        assertThat(seal.open(EventCursor.FROM_NOW, OWN)).isEqualTo(EventCursor.FROM_NOW);
        assertThat(seal.open(EventCursor.START, OWN)).isEqualTo(EventCursor.START);
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ValidationException.class,
                        refused -> assertThat(refused.detail()).isEqualTo("event_cursor: NotGiven"));
    }
}
