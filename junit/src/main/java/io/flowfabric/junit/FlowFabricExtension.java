package io.flowfabric.junit;

import io.flowfabric.sdk.FlowFabric;
import java.lang.reflect.Executable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Opens a fabric when a test first needs a part of it, and closes it after the test. */
final class FlowFabricExtension implements ParameterResolver, AfterEachCallback {
    private static final Namespace NAMESPACE = Namespace.create(FlowFabricExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        var type = parameter.getParameter().getType();
        return type == FlowFabric.class || type == TestClock.class || type == Faults.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (context.getTestMethod().isEmpty() || isForAll(parameter.getDeclaringExecutable())) {
            throw new ParameterResolutionException(
                    "Each test has its own fabric, so there is none for %s of %s. Declare it as a parameter of the test or of a @BeforeEach method."
                            .formatted(parameter.getParameter(), parameter.getDeclaringExecutable()));
        }
        var fabric = fabricOf(context);
        var type = parameter.getParameter().getType();
        if (type == FlowFabric.class) {
            return fabric.fabric();
        }
        return type == TestClock.class ? fabric.clock() : fabric.faults();
    }

    private static boolean isForAll(Executable executable) {
        return executable.isAnnotationPresent(BeforeAll.class) || executable.isAnnotationPresent(AfterAll.class);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        var fabric = context.getStore(NAMESPACE).get(TestFabric.class, TestFabric.class);
        if (fabric != null && context.getExecutionException().isEmpty()) {
            fabric.faults().requireAllMet();
        }
    }

    /** JUnit closes the resources in a test's store when the test has ended. */
    private static TestFabric fabricOf(ExtensionContext context) {
        var store = context.getStore(NAMESPACE);
        var open = store.get(TestFabric.class, TestFabric.class);
        if (open == null) {
            open = TestFabric.open(storeOf(context), TestFabric.IDLE_TIMEOUT);
            store.put(TestFabric.class, open);
        }
        return open;
    }

    private static TestStore storeOf(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), FlowFabricTest.class)
                .or(() -> AnnotationSupport.findAnnotation(context.getRequiredTestClass(), FlowFabricTest.class))
                .map(FlowFabricTest::store)
                .orElse(TestStore.SQLITE);
    }
}
