package io.flowfabric.model.op;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How a component of arguments appears in JSON, where it is not simply a member of the same name that must be there unless
 * the component is optional. HTTP, the command line, the remote client and OpenAPI read it from here.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface JsonMember {

    /** The name of the member, where it is not that of the component in snake case. */
    String name() default "";

    /** The value of a member that was left out, as JSON; empty when there is none. */
    String omitted() default "";

    /** Whether an empty text counts as left out. */
    boolean emptyMeansOmitted() default false;

    /** Whether the engine refuses a call without the member although the component is optional. */
    boolean required() default false;

    /** Another member from which the value is made when it was left out; empty when there is none. */
    String mintedFrom() default "";

    /** How the value is written. */
    Format format() default Format.PLAIN;

    /** The member with the encoding of a {@link Format#PAYLOAD}. */
    String encoding() default "";

    /** How a value is written. */
    enum Format {
        /** As its type is written everywhere. */
        PLAIN,
        /** A {@link Payload} as bytes, with its encoding in a member of its own. */
        PAYLOAD,
        /** JSON text as the object itself. */
        POLICY,
        /** A text, or an object with a message and a detail. */
        REASON,
        /** The number of a partition of executions, or its key. */
        PARTITION,
        /** A worker by namespace and instance, or by its instance beside a namespace. */
        WORKER,
        /** Names of event families; an unknown one is refused by the engine. */
        FAMILIES,
        /** A cursor, or a word for a place among events. */
        POSITION,
        /** Lanes with weights, or one lane under {@code lane_id}. */
        LANES
    }
}
