package io.flowfabric.model.op.claim;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.JsonMember;
import io.flowfabric.model.op.JsonMember.Format;
import io.flowfabric.model.op.Waiting;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Arguments of {@code claim}.
 *
 * @param lanes the lanes to claim from, 1 to 256, none twice
 * @param namespace when given, only executions of this namespace are claimed
 * @param maxWaitMs how long to park until there is work on one of the lanes, 0 to 30000; 0 answers at once
 * @param limit how many executions to claim at most, 1 to 256
 * @param terms how the claimer holds what it claims
 * @param onlyKinds when given, executions of other kinds are skipped; at most 64
 * @param exceptKinds executions of these kinds are skipped; at most 64, and none beside {@code onlyKinds}
 * @param turn how many claims the caller has made before, 0 or more: several lanes take turns by it. If absent, the
 *     engine counts for all callers together
 */
public record ClaimRequest(
        @JsonMember(format = Format.LANES) List<LaneWeight> lanes,
        WorkerId workerId,
        WorkerInstanceId workerInstanceId,
        @JsonMember(omitted = "[]") CapabilitySet capabilities,
        Optional<Namespace> namespace,
        @JsonMember(omitted = "30000") long leaseTtlMs,
        @JsonMember(omitted = "0") long maxWaitMs,
        @JsonMember(omitted = "1") int limit,
        @JsonMember(omitted = ClaimTerms.PLAIN_JSON) ClaimTerms terms,
        @JsonMember(omitted = "[]") Set<String> onlyKinds,
        @JsonMember(omitted = "[]") Set<String> exceptKinds,
        OptionalLong turn)
        implements Waiting {

    public ClaimRequest {
        lanes = List.copyOf(lanes);
        onlyKinds = Set.copyOf(onlyKinds);
        exceptKinds = Set.copyOf(exceptKinds);
    }

    /** A claim from one lane. */
    public ClaimRequest(
            LaneId laneId,
            WorkerId workerId,
            WorkerInstanceId workerInstanceId,
            CapabilitySet capabilities,
            Optional<Namespace> namespace,
            long leaseTtlMs,
            long maxWaitMs,
            int limit,
            ClaimTerms terms) {
        this(
                List.of(LaneWeight.of(laneId)),
                workerId,
                workerInstanceId,
                capabilities,
                namespace,
                leaseTtlMs,
                maxWaitMs,
                limit,
                terms,
                Set.of(),
                Set.of(),
                OptionalLong.empty());
    }

    /** A claim from one lane on plain terms. */
    public ClaimRequest(
            LaneId laneId,
            WorkerId workerId,
            WorkerInstanceId workerInstanceId,
            CapabilitySet capabilities,
            Optional<Namespace> namespace,
            long leaseTtlMs,
            long maxWaitMs,
            int limit) {
        this(
                laneId,
                workerId,
                workerInstanceId,
                capabilities,
                namespace,
                leaseTtlMs,
                maxWaitMs,
                limit,
                ClaimTerms.PLAIN);
    }

    @Override
    public ClaimRequest withoutWaiting() {
        return waiting(0);
    }

    /** The same that parks for so long. */
    public ClaimRequest waiting(long millis) {
        return with(lanes, millis, terms, turn);
    }

    /** The same on other terms. */
    public ClaimRequest on(ClaimTerms others) {
        return with(lanes, maxWaitMs, others, turn);
    }

    /** The same from other lanes. */
    public ClaimRequest from(List<LaneWeight> others) {
        return with(others, maxWaitMs, terms, turn);
    }

    /** The same by a caller that has made so many claims before. */
    public ClaimRequest at(long number) {
        return with(lanes, maxWaitMs, terms, OptionalLong.of(number));
    }

    /** The same for executions of these kinds. */
    public ClaimRequest only(Set<String> kinds) {
        return with(kinds, Set.of());
    }

    /** The same for executions of all kinds but these. */
    public ClaimRequest except(Set<String> kinds) {
        return with(Set.of(), kinds);
    }

    private ClaimRequest with(List<LaneWeight> from, long waitMs, ClaimTerms on, OptionalLong at) {
        return new ClaimRequest(
                from,
                workerId,
                workerInstanceId,
                capabilities,
                namespace,
                leaseTtlMs,
                waitMs,
                limit,
                on,
                onlyKinds,
                exceptKinds,
                at);
    }

    private ClaimRequest with(Set<String> only, Set<String> except) {
        return new ClaimRequest(
                lanes,
                workerId,
                workerInstanceId,
                capabilities,
                namespace,
                leaseTtlMs,
                maxWaitMs,
                limit,
                terms,
                only,
                except,
                turn);
    }
}
