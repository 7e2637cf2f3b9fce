package io.flowfabric.model.state;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The table of legal vectors, spelled out apart from the code that enforces it. */
final class LegalVectors {
    private static final String TABLE = """
            ELIGIBLE                | runnable  | unowned                   | eligible_now            | waiting_for_worker         | none      | PAUSED                   | waiting
            DELAYED                 | runnable  | unowned                   | not_eligible_until_time | waiting_for_delay          | none      | PAUSED                   | delayed
            RETRY_BACKOFF           | runnable  | unowned                   | not_eligible_until_time | waiting_for_retry_backoff  | none      | pending_retry_attempt    | delayed
            RESUME_DELAY            | runnable  | unowned                   | not_eligible_until_time | waiting_for_resume_delay   | none      | attempt_interrupted      | delayed
            BLOCKED_BY_DEPENDENCIES | runnable  | unowned                   | blocked_by_dependencies | waiting_for_children       | none      | PAUSED                   | waiting_children
            BLOCKED_BY_BUDGET       | runnable  | unowned                   | blocked_by_budget       | waiting_for_budget         | none      | PAUSED                   | rate_limited
            BLOCKED_BY_QUOTA        | runnable  | unowned                   | blocked_by_quota        | waiting_for_quota          | none      | PAUSED                   | rate_limited
            BLOCKED_BY_ROUTE        | runnable  | unowned                   | blocked_by_route        | waiting_for_capable_worker | none      | PAUSED                   | waiting
            BLOCKED_BY_OPERATOR     | runnable  | unowned                   | blocked_by_operator     | paused_by_operator         | none      | PAUSED                   | waiting
            BLOCKED_BY_LANE_STATE   | runnable  | unowned                   | blocked_by_lane_state   | paused_by_policy           | none      | PAUSED                   | waiting
            LEASED                  | active    | leased                    | not_applicable          | none                       | none      | running_attempt          | active
            LEASE_EXPIRED           | active    | lease_expired_reclaimable | not_applicable          | waiting_for_worker         | none      | attempt_interrupted      | active
            LEASE_REVOKED           | active    | lease_revoked             | not_applicable          | waiting_for_worker         | none      | attempt_interrupted      | active
            SUSPENDED               | suspended | unowned                   | not_applicable          | SUSPENSION_REASON          | none      | attempt_interrupted      | suspended
            SUCCESS                 | terminal  | unowned                   | not_applicable          | none                       | success   | attempt_terminal         | completed
            FAILED                  | terminal  | unowned                   | not_applicable          | none                       | failed    | attempt_terminal         | failed
            CANCELLED               | terminal  | unowned                   | not_applicable          | none                       | cancelled | ENDED_OR_NEVER_RUN       | cancelled
            EXPIRED                 | terminal  | unowned                   | not_applicable          | none                       | expired   | ENDED_OR_NEVER_RUN       | expired
            SKIPPED                 | terminal  | unowned                   | not_applicable          | none                       | skipped   | attempt_terminal or none | skipped
            """.replace(
                    "PAUSED",
                    "pending_first_attempt or pending_retry_attempt or pending_replay_attempt or attempt_interrupted")
            .replace(
                    "SUSPENSION_REASON",
                    "waiting_for_signal or waiting_for_approval or waiting_for_callback or waiting_for_tool_result"
                            + " or waiting_for_budget or paused_by_operator or paused_by_policy")
            .replace("ENDED_OR_NEVER_RUN", "attempt_terminal or pending_first_attempt or pending_replay_attempt");

    /** One legal vector: its row, its dimensions in the order of the record, and the label people see. */
    record Legal(String row, String dimensions, String publicState) {}

    private LegalVectors() {}

    static Stream<Legal> all() {
        return TABLE.lines().flatMap(LegalVectors::expand);
    }

    private static Stream<Legal> expand(String line) {
        List<String> cells = Arrays.stream(line.split("\\|")).map(String::strip).toList();
        return alternatives(cells.get(4))
                .flatMap(reason -> alternatives(cells.get(6))
                        .map(attempt -> new Legal(
                                cells.get(0),
                                String.join(
                                        " ", cells.get(1), cells.get(2), cells.get(3), reason, cells.get(5), attempt),
                                cells.get(7))));
    }

    private static Stream<String> alternatives(String cell) {
        return Arrays.stream(cell.split(" or "));
    }
}
