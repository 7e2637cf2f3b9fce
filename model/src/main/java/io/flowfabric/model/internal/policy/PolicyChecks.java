package io.flowfabric.model.internal.policy;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import java.util.OptionalLong;

/** The checks that the parts of a policy share. */
public final class PolicyChecks {

    /** The largest 32-bit count; counts are kept in a {@code long} because an {@code int} holds only half of them. */
    public static final long MAX_COUNT = 0xFFFF_FFFFL;

    private PolicyChecks() {}

    public static void count(String member, long value) {
        if (value < 0 || value > MAX_COUNT) {
            throw invalid(member, value + " is not a count; use 0 to " + MAX_COUNT + ".");
        }
    }

    public static void notNegative(String member, long value) {
        if (value < 0) {
            throw invalid(member, value + " is negative; use 0 or more milliseconds.");
        }
    }

    public static void notNegative(String member, OptionalLong value) {
        value.ifPresent(present -> notNegative(member, present));
    }

    public static void retryCount(int retryCount) {
        if (retryCount < 0) {
            throw new IllegalArgumentException("retryCount is " + retryCount + "; it starts at 0");
        }
    }

    public static EngineException invalid(String member, String explanation) {
        return EngineError.of(ErrorCode.INVALID_POLICY_JSON, member + ":invalid", explanation)
                .toException();
    }
}
