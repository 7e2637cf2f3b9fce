package io.flowfabric.store.jdbc.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementSplitterTest {

    static Stream<Arguments> scripts() {
        return Stream.of(
                Arguments.of("", List.of()),
                Arguments.of(" ;; ; \n", List.of()),
                Arguments.of("SELECT 1", List.of("SELECT 1")),
                Arguments.of("SELECT 1; SELECT 2;", List.of("SELECT 1", "SELECT 2")),
                Arguments.of("SELECT ';' ; SELECT 'it''s;'", List.of("SELECT ';'", "SELECT 'it''s;'")),
                Arguments.of("SELECT \"a;b\"; SELECT 2", List.of("SELECT \"a;b\"", "SELECT 2")),
                Arguments.of("-- one; two\nSELECT 1; -- end", List.of("SELECT 1")),
                Arguments.of("SELECT/* a;b */1", List.of("SELECT 1")),
                Arguments.of("SELECT '--', '/*'; SELECT 2", List.of("SELECT '--', '/*'", "SELECT 2")),
                Arguments.of("/* it's */ SELECT 1 -- it's", List.of("SELECT 1")));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void splitsOnlyAtSemicolonsThatEndAStatement(String script, List<String> statements) {
        assertThat(StatementSplitter.split(script)).isEqualTo(statements);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT 'a", "SELECT \"a", "SELECT /* a"})
    void whatNeverEndsIsRefused(String script) {
        assertThatThrownBy(() -> StatementSplitter.split(script))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("character 7");
    }

    @Test
    void commentOnTheLastLineNeedsNoLineEnd() {
        assertThat(StatementSplitter.split("SELECT 1;\n--")).containsExactly("SELECT 1");
    }
}
