package io.flowfabric.store.testkit;

import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;
import org.junit.platform.commons.support.ReflectionSupport;

/** Gives a contract the fixture of the class that lists it. The tests of one contract share a fixture, which ends with them. */
final class FixtureOfList implements TestInstancePostProcessor {
    private static final Namespace FIXTURES = Namespace.create(FixtureOfList.class);

    @Override
    public void postProcessTestInstance(Object test, ExtensionContext context) {
        Optional.ofNullable(test.getClass().getEnclosingClass())
                .map(list -> list.getAnnotation(RunsOn.class))
                .ifPresent(store -> ((StoreContract) test).runOn(fixture(store, context)));
    }

    private static StoreFixture fixture(RunsOn store, ExtensionContext context) {
        return context.getStore(FIXTURES)
                .computeIfAbsent(store.value(), ReflectionSupport::newInstance, StoreFixture.class);
    }
}
