package io.flowfabric.engine.rules.explain;

import io.flowfabric.model.Literal;
import io.flowfabric.model.op.read.Explanation.Reason;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A reason, and the same in a few words. */
record ExplainedReason(String summary, Reason reason) {

    static ExplainedReason of(String code, String summary, String text, String changesWhen, Details details) {
        return new ExplainedReason(summary, new Reason(code, text, changesWhen, details.members));
    }

    /** A time as people read it. */
    static String iso(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }

    /** A number and what it counts. */
    static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /** The details of a reason in the making; what is absent is left out. */
    static final class Details {
        private final Map<String, Object> members = new LinkedHashMap<>();

        Details with(String name, Object value) {
            members.put(name, value instanceof Literal literal ? literal.literal() : value);
            return this;
        }

        Details with(String name, Optional<?> value) {
            value.ifPresent(present -> with(name, present));
            return this;
        }

        Details with(String name, OptionalInt value) {
            value.ifPresent(present -> with(name, (Object) present));
            return this;
        }
    }
}
