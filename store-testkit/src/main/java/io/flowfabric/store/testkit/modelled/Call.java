package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.catalogue.Operation;

/**
 * An operation with its arguments.
 *
 * @param note what the arguments do not show, such as what a handle says
 */
record Call<A, R>(Operation<A, R> operation, A arguments, String note) {
    Call(Operation<A, R> operation, A arguments) {
        this(operation, arguments, "");
    }

    @Override
    public String toString() {
        return operation.name() + " " + arguments + (note.isEmpty() ? "" : " with " + note);
    }
}
