package io.flowfabric.server.http;

/** Tells other packages how many refused requests are being read to their end. */
public final class UnreadBodies {
    private UnreadBodies() {}

    /** How many threads do that at the moment, in all servers of this process. */
    public static int readers() {
        return UnreadBody.readers();
    }
}
