package io.flowfabric.cli.support;

/** What the command's exit code says; documented in the help of {@code ff}. */
public final class ExitCodes {
    public static final int OK = 0;
    public static final int REFUSED = 1;
    public static final int USAGE = 2;
    public static final int PROBLEMS = 3;
    static final int INTERNAL = 70;

    private ExitCodes() {}
}
