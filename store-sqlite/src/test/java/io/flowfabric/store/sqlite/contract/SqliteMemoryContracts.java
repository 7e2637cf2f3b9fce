package io.flowfabric.store.sqlite.contract;

import io.flowfabric.store.sqlite.writer.MemoryDamageContract;
import io.flowfabric.store.testkit.RunsOn;
import io.flowfabric.store.testkit.chaos.FollowUpCrashContract;
import io.flowfabric.store.testkit.chaos.HeldStoreContract;
import io.flowfabric.store.testkit.chaos.ManyEnginesContract;
import io.flowfabric.store.testkit.chaos.ParkedClaimersContract;
import io.flowfabric.store.testkit.chaos.RushContract;
import io.flowfabric.store.testkit.chaos.SharedLaneContract;
import io.flowfabric.store.testkit.chaos.SmallHeapContract;
import io.flowfabric.store.testkit.chaos.StormContract;
import io.flowfabric.store.testkit.chaos.WrongClockContract;
import io.flowfabric.store.testkit.contract.CatalogueContract;
import io.flowfabric.store.testkit.contract.claim.BlockContract;
import io.flowfabric.store.testkit.contract.claim.ClaimContract;
import io.flowfabric.store.testkit.contract.claim.GraceContract;
import io.flowfabric.store.testkit.contract.claim.GrantContract;
import io.flowfabric.store.testkit.contract.claim.HoldingContract;
import io.flowfabric.store.testkit.contract.claim.KindClaimContract;
import io.flowfabric.store.testkit.contract.claim.ReclaimContract;
import io.flowfabric.store.testkit.contract.claim.ResumeContract;
import io.flowfabric.store.testkit.contract.claim.RouteContract;
import io.flowfabric.store.testkit.contract.claim.SeveralLanesContract;
import io.flowfabric.store.testkit.contract.claim.SharedClaimContract;
import io.flowfabric.store.testkit.contract.event.CursorContract;
import io.flowfabric.store.testkit.contract.event.EventContract;
import io.flowfabric.store.testkit.contract.event.FollowUpContract;
import io.flowfabric.store.testkit.contract.event.OutboxContract;
import io.flowfabric.store.testkit.contract.event.RouteFollowUpContract;
import io.flowfabric.store.testkit.contract.event.ShutdownContract;
import io.flowfabric.store.testkit.contract.event.WakeUpContract;
import io.flowfabric.store.testkit.contract.event.WorkerContract;
import io.flowfabric.store.testkit.contract.event.WorkerGrantContract;
import io.flowfabric.store.testkit.contract.lease.CancelContract;
import io.flowfabric.store.testkit.contract.lease.DueTimeContract;
import io.flowfabric.store.testkit.contract.lease.ExpiredLeaseContract;
import io.flowfabric.store.testkit.contract.lease.FailContract;
import io.flowfabric.store.testkit.contract.lease.FencingContract;
import io.flowfabric.store.testkit.contract.lease.FoldedCallsContract;
import io.flowfabric.store.testkit.contract.lease.FoldedEquivalenceContract;
import io.flowfabric.store.testkit.contract.lease.LeaseContract;
import io.flowfabric.store.testkit.contract.lease.OperatorContract;
import io.flowfabric.store.testkit.contract.lease.PunctualityContract;
import io.flowfabric.store.testkit.contract.lease.TimerFaultsContract;
import io.flowfabric.store.testkit.contract.lease.TimersContract;
import io.flowfabric.store.testkit.contract.lease.TypedContract;
import io.flowfabric.store.testkit.contract.read.AnswerContract;
import io.flowfabric.store.testkit.contract.read.CoreFieldContract;
import io.flowfabric.store.testkit.contract.read.ExplainContract;
import io.flowfabric.store.testkit.contract.read.FamilyContract;
import io.flowfabric.store.testkit.contract.read.IndexContract;
import io.flowfabric.store.testkit.contract.read.LaneContract;
import io.flowfabric.store.testkit.contract.read.ListContract;
import io.flowfabric.store.testkit.contract.read.ReadContract;
import io.flowfabric.store.testkit.contract.read.RetentionContract;
import io.flowfabric.store.testkit.contract.read.TagContract;
import io.flowfabric.store.testkit.contract.submit.AwaitResultContract;
import io.flowfabric.store.testkit.contract.submit.BatchContract;
import io.flowfabric.store.testkit.contract.submit.CallerTransactionContract;
import io.flowfabric.store.testkit.contract.submit.CreateContract;
import io.flowfabric.store.testkit.contract.submit.LimitContract;
import io.flowfabric.store.testkit.contract.submit.NeighbourQueueContract;
import io.flowfabric.store.testkit.contract.submit.PartitionCountContract;
import io.flowfabric.store.testkit.contract.submit.QueueContract;
import io.flowfabric.store.testkit.contract.submit.QueueRemovalContract;
import io.flowfabric.store.testkit.contract.submit.TextContract;
import io.flowfabric.store.testkit.modelled.InterleavedSuite;
import io.flowfabric.store.testkit.modelled.ModelledSuite;
import java.util.Set;

/** Every contract that one process meets alone, in memory. */
@RunsOn(SqliteMemory.class)
final class SqliteMemoryContracts {
    private SqliteMemoryContracts() {}

    static class DueTime extends DueTimeContract {}

    static class Answer extends AnswerContract {}

    static class AwaitResult extends AwaitResultContract {}

    static class Batch extends BatchContract {}

    static class Block extends BlockContract {}

    static class Cancel extends CancelContract {}

    static class Catalogue extends CatalogueContract {
        @Override
        protected Set<Class<?>> notApplicable() {
            return Set.of(
                    CallerTransactionContract.class,
                    FollowUpCrashContract.class,
                    HeldStoreContract.class,
                    InterleavedSuite.class,
                    ManyEnginesContract.class,
                    ParkedClaimersContract.class,
                    PartitionCountContract.class,
                    QueueRemovalContract.class,
                    RushContract.class,
                    SharedLaneContract.class,
                    SmallHeapContract.class,
                    StormContract.class,
                    WrongClockContract.class);
        }
    }

    static class Claim extends ClaimContract {}

    static class CoreField extends CoreFieldContract {}

    static class Create extends CreateContract {}

    static class Cursor extends CursorContract {}

    static class Damage extends MemoryDamageContract {}

    static class Event extends EventContract {}

    static class ExpiredLease extends ExpiredLeaseContract {}

    static class Explain extends ExplainContract {}

    static class Fail extends FailContract {}

    static class Family extends FamilyContract {}

    static class Fencing extends FencingContract {}

    static class FollowUp extends FollowUpContract {}

    static class RouteFollowUp extends RouteFollowUpContract {}

    static class FoldedCalls extends FoldedCallsContract {}

    static class FoldedEquivalence extends FoldedEquivalenceContract {}

    static class Grace extends GraceContract {}

    static class Grant extends GrantContract {}

    static class Holding extends HoldingContract {}

    static class Index extends IndexContract {}

    static class KindClaim extends KindClaimContract {}

    static class Lane extends LaneContract {}

    static class Lease extends LeaseContract {}

    static class Limit extends LimitContract {}

    static class List extends ListContract {}

    static class Modelled extends ModelledSuite {
        @Override
        protected int stepsByDefault() {
            return 2_000;
        }
    }

    static class NeighbourQueue extends NeighbourQueueContract {}

    static class Operator extends OperatorContract {}

    static class Outbox extends OutboxContract {}

    static class Punctuality extends PunctualityContract {}

    static class Queue extends QueueContract {}

    static class Read extends ReadContract {}

    static class Reclaim extends ReclaimContract {}

    static class Resume extends ResumeContract {}

    static class Retention extends RetentionContract {}

    static class Route extends RouteContract {}

    static class SeveralLanes extends SeveralLanesContract {}

    static class SharedClaim extends SharedClaimContract {}

    static class Shutdown extends ShutdownContract {}

    static class Tag extends TagContract {}

    static class Text extends TextContract {}

    static class TimerFaults extends TimerFaultsContract {}

    static class Timers extends TimersContract {}

    static class Typed extends TypedContract {}

    static class WakeUp extends WakeUpContract {}

    static class Worker extends WorkerContract {}

    static class WorkerGrant extends WorkerGrantContract {}
}
