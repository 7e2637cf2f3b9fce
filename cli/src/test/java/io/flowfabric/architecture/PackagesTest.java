package io.flowfabric.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Packages stay small and point one way. */
class PackagesTest {
    private static final long MOST_PUBLIC_TYPES = 12;

    /** More public types than that, each with its reason. */
    private static final Map<String, Long> LARGER = Map.of(
            // One exception for each kind of error; EngineError creates them, so they cannot stand apart from it.
            "io.flowfabric.model.error", 14L);

    private static final JavaClasses PRODUCTION = Production.of("io.flowfabric");

    @Test
    void packageHasADozenPublicTypesAtMost() {
        var counts = PRODUCTION.stream()
                .filter(PackagesTest::isPublicTopLevel)
                .collect(groupingBy(JavaClass::getPackageName, counting()));

        assertThat(counts)
                .allSatisfy((name, count) ->
                        assertThat(count).as(name).isLessThanOrEqualTo(LARGER.getOrDefault(name, MOST_PUBLIC_TYPES)));
    }

    @Test
    void exceptionsFromTheDozenAreNotWiderThanNeeded() {
        assertThat(LARGER)
                .allSatisfy((name, count) -> assertThat(PRODUCTION.stream()
                                .filter(type -> type.getPackageName().equals(name))
                                .filter(PackagesTest::isPublicTopLevel))
                        .as(name)
                        .hasSize(count.intValue()));
    }

    @Test
    void packagesDependOnEachOtherWithoutCycles() {
        slices().matching("io.flowfabric.(**)").should().beFreeOfCycles().check(PRODUCTION);
    }

    private static boolean isPublicTopLevel(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().isEmpty();
    }
}
