package io.flowfabric.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class LiteralsTest {

    enum Colour implements Literal {
        RED("red"),
        DARK_BLUE("dark_blue");

        private final String literal;

        Colour(String literal) {
            this.literal = literal;
        }

        @Override
        public String literal() {
            return literal;
        }
    }

    enum Twins implements Literal {
        FIRST,
        SECOND;

        @Override
        public String literal() {
            return "same";
        }
    }

    @Test
    void constantIsFoundByItsLiteral() {
        assertThat(Literals.parse(Colour.class, "dark_blue")).contains(Colour.DARK_BLUE);
    }

    @Test
    void neitherNameNorOtherCaseIsALiteral() {
        assertThat(Literals.parse(Colour.class, "DARK_BLUE")).isEmpty();
        assertThat(Literals.parse(Colour.class, "Red")).isEmpty();
        assertThat(Literals.parse(Colour.class, "")).isEmpty();
    }

    @Test
    void ambiguousLiteralsAreRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Literals.parse(Twins.class, "same"))
                .withMessageContaining("same");
    }
}
