package io.flowfabric.store.postgres.faults;

/**
 * What a {@link FrameProxy} does, and to which message.
 *
 * @param message its number among those that travel in the direction after the proxy was armed, from 1
 */
record Aim(Direction direction, int message, Fault fault) {

    /** Where a message travels. */
    enum Direction {
        TO_SERVER,
        TO_CLIENT
    }

    /** What happens at the message. */
    enum Fault {
        /** The connection is cut and the message is lost with it. */
        CUT_BEFORE,
        /** The message still arrives, then the connection is cut. */
        CUT_AFTER,
        /** From this message on nothing passes on its connection, in either direction, and both ends stay open. */
        FREEZE
    }
}
