package io.flowfabric.model;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.flowfabric.model.error.ValidationException;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Assertions about refused input. */
public final class Failures {

    private Failures() {}

    /** The validation failure of {@code call}. */
    public static ValidationException validationFailureOf(ThrowingCallable call) {
        ValidationException failure = catchThrowableOfType(ValidationException.class, call);
        Assertions.assertThat(failure).as("the call must be refused").isNotNull();
        return failure;
    }
}
