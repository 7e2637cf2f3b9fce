package io.flowfabric.model;

/**
 * A value with an exact, case-sensitive spelling that stores, JSON and other programs see. Constants may be renamed,
 * literals may not.
 */
public interface Literal {

    /** The spelling, in lower snake case unless the specification says otherwise. */
    String literal();
}
