package io.flowfabric.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.properties.HasModifiers;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users can see of our libraries speaks of nothing that is ours to change. */
class PublicSurfaceTest {
    private static final String INTERNAL =
            "io\\.flowfabric\\.(engine\\.(ops|command|waiting|followups|rules|timers|store)|store|embedded|.*\\.internal)(\\..*)?";

    @ParameterizedTest
    @ValueSource(strings = {"model", "sdk", "junit", "micrometer", "opentelemetry"})
    void noPublicSignatureShowsAnInternalType(String module) {
        var visible = classes(module).stream()
                .filter(type -> !type.getPackageName().matches(INTERNAL))
                .filter(PublicSurfaceTest::isVisible)
                .toList();

        assertThat(visible).as("what users can see of " + module).isNotEmpty();
        assertThat(visible.stream().flatMap(PublicSurfaceTest::shown)).isEmpty();
    }

    private static JavaClasses classes(String module) {
        return Production.of("io.flowfabric." + module);
    }

    private static boolean isVisible(JavaClass type) {
        return isShown(type)
                && type.getEnclosingClass().map(PublicSurfaceTest::isVisible).orElse(true);
    }

    private static boolean isShown(HasModifiers member) {
        return member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED);
    }

    /** Each place of a class that shows an internal type, and which. */
    private static Stream<String> shown(JavaClass type) {
        var above = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream())
                .flatMap(parent -> shown(type.getName(), parent));
        var fields = type.getFields().stream()
                .filter(PublicSurfaceTest::isShown)
                .flatMap(field -> shown(field.getFullName(), field.getType()));
        var code = type.getCodeUnits().stream()
                .filter(PublicSurfaceTest::isShown)
                .flatMap(unit -> types(unit).flatMap(used -> shown(unit.getFullName(), used)));
        return Stream.of(above, fields, code).flatMap(all -> all);
    }

    private static Stream<JavaType> types(JavaCodeUnit unit) {
        return Stream.of(
                        List.of(unit.getReturnType()),
                        unit.getParameterTypes(),
                        unit.getTypeParameters(),
                        List.copyOf(unit.getExceptionTypes()))
                .flatMap(List::stream);
    }

    private static Stream<String> shown(String where, JavaType type) {
        Set<JavaClass> involved = type.getAllInvolvedRawTypes();
        return involved.stream()
                .filter(used -> used.getPackageName().matches(INTERNAL))
                .map(used -> where + " shows " + used.getName());
    }
}
