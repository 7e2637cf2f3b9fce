package io.flowfabric.model.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.filter.ScannerFilter.InstanceTag;
import io.flowfabric.model.id.Namespace;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScannerFilterTest {

    private static final Optional<Namespace> ACME = Optional.of(new Namespace("acme"));
    private static final Optional<InstanceTag> ONE = Optional.of(new InstanceTag("cairn.instance_id", "one"));
    private static final Function<String, Optional<String>> UNASKED = key -> {
        throw new AssertionError("looked up " + key);
    };

    @ParameterizedTest
    @CsvSource({"acme, true", "Acme, false", "acme2, false", ", false"})
    void namespaceMatchesExactly(String actual, boolean matches) {
        var filter = new ScannerFilter(ACME, Optional.empty());

        assertThat(filter.matches(Optional.ofNullable(actual).map(Namespace::new), UNASKED))
                .isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({
        "cairn.instance_id, one, true",
        "cairn.instance_id, two, false",
        "cairn.instance_id, ONE, false",
        "cairn.instance, one, false",
    })
    void tagMatchesExactly(String key, String value, boolean matches) {
        var filter = new ScannerFilter(Optional.empty(), ONE);

        assertThat(filter.matches(Optional.empty(), tags(Map.of(key, value)))).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({"acme, one, true", "acme, two, false", "other, one, false"})
    void bothMustMatchWhenBothAreGiven(String namespace, String value, boolean matches) {
        var filter = new ScannerFilter(ACME, ONE);

        assertThat(filter.matches(Optional.of(new Namespace(namespace)), tags(Map.of("cairn.instance_id", value))))
                .isEqualTo(matches);
    }

    @Test
    void tagIsNotReadOnceTheNamespaceDiffers() {
        var filter = new ScannerFilter(ACME, ONE);

        assertThat(filter.matches(Optional.of(new Namespace("other")), UNASKED)).isFalse();
    }

    @Test
    void emptyFilterMatchesEverythingWithoutReadingTags() {
        assertThat(ScannerFilter.NONE.isNoOp()).isTrue();
        assertThat(ScannerFilter.NONE.matches(Optional.empty(), UNASKED)).isTrue();
        assertThat(new ScannerFilter(ACME, Optional.empty()).isNoOp()).isFalse();
        assertThat(new ScannerFilter(Optional.empty(), ONE).isNoOp()).isFalse();
    }

    private static Function<String, Optional<String>> tags(Map<String, String> tags) {
        return key -> Optional.ofNullable(tags.get(key));
    }
}
