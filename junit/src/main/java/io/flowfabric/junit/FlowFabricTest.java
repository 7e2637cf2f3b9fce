package io.flowfabric.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test a {@link io.flowfabric.sdk.FlowFabric} of its own on an empty store. Tests and {@code @BeforeEach}
 * methods take it, its {@link TestClock} and its {@link Faults} as parameters. It is closed after the test, which fails
 * if a configured fault was never hit. On a method it overrides the annotation of the class.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(FlowFabricExtension.class)
public @interface FlowFabricTest {
    /** The store of the test. */
    TestStore store() default TestStore.SQLITE;
}
