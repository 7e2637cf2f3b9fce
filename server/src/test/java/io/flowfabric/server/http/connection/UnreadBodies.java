package io.flowfabric.server.http.connection;

/** Gives other packages the number of refused requests whose rest is being read. */
public final class UnreadBodies {
    private UnreadBodies() {}

    /** The number of threads that do so now, in all servers of this process. */
    public static int readers() {
        return UnreadBody.readers();
    }
}
