package io.flowfabric.remote;

import java.io.IOException;

/** There is no connection, so that nothing was sent. */
final class NotReached extends IOException {

    private static final long serialVersionUID = 1L;

    NotReached(IOException why) {
        super(why.getMessage() == null ? why.getClass().getSimpleName() : why.getMessage(), why);
    }
}
