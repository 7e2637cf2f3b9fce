package io.flowfabric.store.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The store on which a class runs the contracts that it lists as static nested classes:
 *
 * <pre>{@code
 * @RunsOn(SqliteFiles.class)
 * class SqliteFileContracts {
 *     static class Claim extends ClaimContract {}
 *     ...
 * }
 * }</pre>
 *
 * <p>They are static, and not {@code @Nested}, because Surefire then runs and reports each as a test class of its own: its forks
 * share the contracts, and one can be selected by {@code -Dtest='SqliteFileContracts$Claim'}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface RunsOn {
    /** Has a constructor without arguments. */
    Class<? extends StoreFixture> value();
}
