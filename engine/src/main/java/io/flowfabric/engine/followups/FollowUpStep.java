package io.flowfabric.engine.followups;

/** How far a transaction has carried a follow-up out. */
public sealed interface FollowUpStep {
    /** Nothing is left to do. */
    FollowUpStep DONE = new Done();

    /** Nothing is left to do; the follow-up is removed. */
    record Done() implements FollowUpStep {}

    /** A page is done; another transaction goes on at this position. */
    record Continue(String position) implements FollowUpStep {}
}
