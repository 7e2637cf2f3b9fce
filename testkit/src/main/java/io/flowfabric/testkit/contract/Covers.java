package io.flowfabric.testkit.contract;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The operations whose promises a suite proves, by name. {@link CatalogueContract} finds those that none does. */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Covers {
    /** Names as in the catalogue. */
    String[] value();
}
