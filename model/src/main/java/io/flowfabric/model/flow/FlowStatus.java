package io.flowfabric.model.flow;

/** How a listing sums up the state of a flow. */
public enum FlowStatus {
    ACTIVE,
    COMPLETED,
    FAILED,
    CANCELLED,
    UNKNOWN;

    /** Total: a literal this program does not know is {@link #UNKNOWN}. */
    public static FlowStatus ofLiteral(String publicFlowState) {
        return switch (publicFlowState) {
            case "open", "running", "blocked" -> ACTIVE;
            case "completed" -> COMPLETED;
            case "failed" -> FAILED;
            case "cancelled" -> CANCELLED;
            default -> UNKNOWN;
        };
    }
}
