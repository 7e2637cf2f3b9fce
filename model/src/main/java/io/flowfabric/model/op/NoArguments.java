package io.flowfabric.model.op;

/** The arguments of an operation that takes none. */
public record NoArguments() {
    public static final NoArguments NONE = new NoArguments();
}
