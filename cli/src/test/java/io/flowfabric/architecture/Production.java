package io.flowfabric.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** What is delivered: no tests, neither as classes nor as a jar that other tests use. */
final class Production {
    private static final String JAR_OF_TESTS = "-tests.jar";

    private Production() {}

    static JavaClasses of(String rootPackage) {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains(JAR_OF_TESTS))
                .importPackages(rootPackage);
    }
}
