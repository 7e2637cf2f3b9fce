package io.flowfabric.model.op;

/** Arguments of an operation that parks until there is something to answer. */
public interface Waiting {
    /** How long to park, 0 to 30000; 0 answers at once. */
    long maxWaitMs();

    /** The same, answered at once. */
    Waiting withoutWaiting();
}
