package io.flowfabric.engine.rules;

/**
 * What an execution's flow means for it.
 *
 * @param flowEnded the flow is terminal
 * @param owedCancel the flow was cancelled and this member's own cancel is still to come
 * @param unresolved how many dependencies are neither satisfied nor impossible
 * @param impossible how many dependencies can never be satisfied
 */
public record Membership(boolean flowEnded, boolean owedCancel, int unresolved, int impossible) {
    /** The execution belongs to no flow, or nothing in its flow concerns it. */
    public static final Membership STANDALONE = new Membership(false, false, 0, 0);
}
