package io.flowfabric.model.state;

import java.util.Map;

/** Which blocking reason a suspended execution shows for the reason code it was suspended with. */
public final class SuspensionReason {
    private static final Map<String, BlockingReason> BY_CODE = Map.of(
            "waiting_for_approval", BlockingReason.WAITING_FOR_APPROVAL,
            "waiting_for_callback", BlockingReason.WAITING_FOR_CALLBACK,
            "waiting_for_tool_result", BlockingReason.WAITING_FOR_TOOL_RESULT,
            "waiting_for_operator_review", BlockingReason.PAUSED_BY_OPERATOR,
            "manual_pause", BlockingReason.PAUSED_BY_OPERATOR,
            "paused_by_policy", BlockingReason.PAUSED_BY_POLICY,
            "paused_by_budget", BlockingReason.WAITING_FOR_BUDGET);

    private SuspensionReason() {}

    /** Total: codes of the caller's own count as waiting for a signal. */
    public static BlockingReason blockingReason(String reasonCode) {
        return BY_CODE.getOrDefault(reasonCode, BlockingReason.WAITING_FOR_SIGNAL);
    }
}
