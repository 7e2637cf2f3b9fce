package io.flowfabric.store.jdbc.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MigrationsTest {

    private static final String TRUE = "-- backward_compatible: true\n";

    @Test
    void filesAreLoadedInTheListedOrderAndNumbersMayHaveGaps() {
        Migrations sample = Migrations.load(MigrationsTest.class, "sample", List.of("0001_base.sql", "0003_add_z.sql"));
        assertThat(sample.all()).hasToString("[0001_base, 0003_add_z]");
        assertThat(sample.version()).isEqualTo(3);
        assertThat(sample.all()).extracting(Migration::backwardCompatible).containsExactly(false, true);
    }

    @Test
    void missingFileIsNamed() {
        assertThatThrownBy(() -> Migrations.load(MigrationsTest.class, "sample", List.of("0002_gone.sql")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sample/0002_gone.sql");
    }

    @Test
    void numbersNeverRepeat() {
        Migration one = Migration.parse("0001_a.sql", TRUE);
        Migration again = Migration.parse("0001_b.sql", TRUE);
        assertThatThrownBy(() -> new Migrations(List.of(one, again))).hasMessageContaining("never repeat");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "SELECT 1", "\n-- backward_compatible: true", "-- backward_compatible: yes"})
    void annotationIsMandatory(String text) {
        assertThatThrownBy(() -> Migration.parse("0001_a.sql", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0001_a.sql");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1_a.sql", "0001-a.sql", "0001_A.sql", "0001_a.txt", "0001_.sql", "0000_a.sql"})
    void fileNamesHaveOneShape(String fileName) {
        assertThatThrownBy(() -> Migration.parse(fileName, TRUE)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void checksumDoesNotDependOnLineEnds() {
        Migration unix = Migration.parse("0001_a.sql", TRUE + "SELECT 1;\n");
        Migration windows = Migration.parse("0001_a.sql", (TRUE + "SELECT 1;\n").replace("\n", "\r\n"));
        assertThat(windows.checksum()).isEqualTo(unix.checksum()).hasSize(64);
    }

    @Test
    void checksumDependsOnTheText() {
        assertThat(Migration.parse("0001_a.sql", TRUE + "SELECT 1").checksum())
                .isNotEqualTo(Migration.parse("0001_a.sql", TRUE + "SELECT 2").checksum());
    }
}
