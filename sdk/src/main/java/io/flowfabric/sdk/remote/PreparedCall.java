package io.flowfabric.sdk.remote;

import io.flowfabric.engine.catalogue.Operation;
import java.io.IOException;

/**
 * A call that can be sent, repeatedly if need be.
 *
 * @param repeatable whether it may be sent again when its answer was lost
 * @param reader reads the answer from the body of a response
 */
record PreparedCall<R>(Operation<?, ?> operation, Transport.Request request, boolean repeatable, Reader<R> reader) {

    interface Reader<R> {
        R read(byte[] body) throws IOException;
    }
}
