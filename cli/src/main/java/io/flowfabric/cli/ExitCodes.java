package io.flowfabric.cli;

/** What the command's exit code says; documented in the help of {@code ff}. */
final class ExitCodes {
    static final int OK = 0;
    static final int REFUSED = 1;
    static final int USAGE = 2;
    static final int PROBLEMS = 3;
    static final int INTERNAL = 70;

    private ExitCodes() {}
}
