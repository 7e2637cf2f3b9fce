package io.flowfabric.bench.micro;

import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.lease.Authority.Fence;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.engine.rules.lease.OutcomeRules;
import io.flowfabric.engine.rules.record.CreateRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.Payload;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The rules that every execution meets. */
@State(Scope.Benchmark)
public class RulesBenchmark {
    private final ExecutionId id = Specimens.id();
    private final Loaded eligible = Specimens.eligible();
    private final Execution leased = Specimens.leased();
    private final Fence fence = Specimens.fence();
    private final Optional<Payload> result = Optional.of(Payload.of(new byte[2]));

    /** What becomes of a submission. */
    @Benchmark
    public Object create() {
        return CreateRules.create(Specimens.SUBMITTED, id, CreateRules.Existing.NOTHING, Specimens.NOW);
    }

    /** What becomes of a candidate. */
    @Benchmark
    public Object claim() {
        return ClaimRules.claim(eligible, CapabilitySet.EMPTY, Specimens.ACQUISITION, 0, Specimens.NOW);
    }

    /** What becomes of a renewal by the holder. */
    @Benchmark
    public Object renew() {
        return LeaseRules.renew(leased, fence, 0, 30_000, Specimens.NOW + 1);
    }

    /** What becomes of a completion by the holder. */
    @Benchmark
    public Object complete() {
        return OutcomeRules.complete(leased, fence, result, Specimens.NOW + 1);
    }
}
