package io.flowfabric.sdk.remote;

import io.flowfabric.engine.catalogue.Operation;
import java.io.IOException;
import java.net.http.HttpRequest;

/**
 * A call that can be sent, repeatedly if need be.
 *
 * @param repeatable whether it may be sent again when its answer was lost
 * @param reader reads the answer from the body of a response
 */
record PreparedCall<R>(Operation<?, ?> operation, HttpRequest request, boolean repeatable, Reader<R> reader) {

    interface Reader<R> {
        R read(byte[] body) throws IOException;
    }
}
