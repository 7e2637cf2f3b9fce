package io.flowfabric.model.op.grant;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.JsonMember;

/** Arguments of {@code claim_from_resume_grant}. */
public record ClaimFromResumeGrant(
        ResumeGrant grant,
        WorkerId workerId,
        WorkerInstanceId workerInstanceId,
        @JsonMember(omitted = "30000") long leaseTtlMs) {

    /** A grant as the worker passes it back; which execution it is for says all, the stored grant decides. */
    public record ResumeGrant(ExecutionId executionId) {
        /** The grant that was given. */
        public static ResumeGrant of(GrantOutcome.Granted granted) {
            return new ResumeGrant(granted.executionId());
        }
    }
}
