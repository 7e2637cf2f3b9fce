package io.flowfabric.model.op.read;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.state.PublicState;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Why an execution is not running, and what would change that.
 *
 * @param summary the first reason in a few words
 * @param reasons never empty; what must give way first comes first
 */
public record Explanation(ExecutionId executionId, PublicState publicState, String summary, List<Reason> reasons) {
    public Explanation {
        reasons = List.copyOf(reasons);
    }

    /**
     * One thing that holds an execution.
     *
     * @param code for programs: the blocking reason where there is one
     * @param text a sentence for people, with times in ISO 8601
     * @param changesWhen what would take the reason away
     * @param details for programs: what the sentence says, times in milliseconds since the epoch
     */
    public record Reason(String code, String text, String changesWhen, Map<String, Object> details) {
        public Reason {
            details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
        }
    }
}
