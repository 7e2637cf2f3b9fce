package io.flowfabric.store.postgres.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.Store;
import io.flowfabric.store.postgres.PostgresCallerTransactionContract;
import io.flowfabric.store.postgres.PostgresDamageContract;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.testkit.RunsOn;
import io.flowfabric.store.testkit.chaos.FollowUpCrashContract;
import io.flowfabric.store.testkit.chaos.HeldStoreContract;
import io.flowfabric.store.testkit.chaos.ManyEnginesContract;
import io.flowfabric.store.testkit.chaos.ParkedClaimersContract;
import io.flowfabric.store.testkit.chaos.RushContract;
import io.flowfabric.store.testkit.chaos.SharedLaneContract;
import io.flowfabric.store.testkit.chaos.SmallHeapContract;
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
import io.flowfabric.store.testkit.contract.submit.CreateContract;
import io.flowfabric.store.testkit.contract.submit.LimitContract;
import io.flowfabric.store.testkit.contract.submit.NeighbourQueueContract;
import io.flowfabric.store.testkit.contract.submit.PartitionCountContract;
import io.flowfabric.store.testkit.contract.submit.QueueContract;
import io.flowfabric.store.testkit.contract.submit.QueueRemovalContract;
import io.flowfabric.store.testkit.contract.submit.TextContract;
import io.flowfabric.store.testkit.interleaved.BlockedSessions;
import io.flowfabric.store.testkit.interleaved.Granularity;
import io.flowfabric.store.testkit.modelled.InterleavedSuite;
import io.flowfabric.store.testkit.modelled.ModelledSuite;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** Every contract, on the server that the tests of a JVM share. */
@RunsOn(PostgresSchemas.class)
final class PostgresContracts {
    private PostgresContracts() {}

    static class DueTime extends DueTimeContract {}

    static class Answer extends AnswerContract {}

    static class AwaitResult extends AwaitResultContract {}

    static class Batch extends BatchContract {}

    static class Block extends BlockContract {}

    static class CallerTransaction extends PostgresCallerTransactionContract {}

    static class Cancel extends CancelContract {}

    static class Catalogue extends CatalogueContract {}

    static class Claim extends ClaimContract {}

    static class CoreField extends CoreFieldContract {}

    static class Create extends CreateContract {}

    static class Cursor extends CursorContract {}

    static class Damage extends PostgresDamageContract {}

    static class Event extends EventContract {}

    static class ExpiredLease extends ExpiredLeaseContract {}

    static class Explain extends ExplainContract {}

    static class Fail extends FailContract {}

    static class Family extends FamilyContract {}

    static class Fencing extends FencingContract {}

    static class FollowUp extends FollowUpContract {}

    static class FollowUpCrash extends FollowUpCrashContract {}

    static class RouteFollowUp extends RouteFollowUpContract {}

    static class FoldedCalls extends FoldedCallsContract {}

    static class FoldedEquivalence extends FoldedEquivalenceContract {}

    static class Grace extends GraceContract {}

    static class Grant extends GrantContract {}

    static class HeldStore extends HeldStoreContract {
        /** Another session has the table of executions; it is given back when the connection is closed. */
        @Override
        protected AutoCloseable hold(String address) throws Exception {
            var foreign = TestPostgres.connect(address);
            foreign.setAutoCommit(false);
            try (var statement = foreign.createStatement()) {
                statement.execute(
                        "LOCK TABLE %s.executions IN EXCLUSIVE MODE".formatted(address.replaceAll(".*schema=", "")));
            }
            return foreign;
        }
    }

    static class Holding extends HoldingContract {}

    static class Index extends IndexContract {}

    static class Interleaved extends InterleavedSuite {
        @Override
        protected Granularity granularity() {
            return Granularity.STATEMENT;
        }

        @Override
        protected BlockedSessions blockedSessions(Store of) {
            return TestPostgres.blockedSessions(of);
        }
    }

    static class KindClaim extends KindClaimContract {}

    static class Lane extends LaneContract {}

    static class Lease extends LeaseContract {}

    static class Limit extends LimitContract {}

    static class List extends ListContract {}

    static class ManyEngines extends ManyEnginesContract {}

    static class Modelled extends ModelledSuite {
        @Override
        protected int stepsByDefault() {
            return 500;
        }
    }

    static class NeighbourQueue extends NeighbourQueueContract {}

    static class Operator extends OperatorContract {}

    static class Outbox extends OutboxContract {}

    static class ParkedClaimers extends ParkedClaimersContract {}

    static class PartitionCount extends PartitionCountContract {}

    static class Punctuality extends PunctualityContract {}

    static class Queue extends QueueContract {}

    static class QueueRemoval extends QueueRemovalContract {
        private static final long BETWEEN_LOOKS_NANOS = 200_000;

        @Override
        protected void meanwhile(CompletableFuture<?> call) {
            try (var blocked = TestPostgres.blockedSessions(store)) {
                while (blocked.count() == 0) {
                    assertThat(call).as("what waits for the other transaction").isNotDone();
                    LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
                }
            }
        }
    }

    static class Read extends ReadContract {}

    static class Reclaim extends ReclaimContract {}

    static class Resume extends ResumeContract {}

    static class Retention extends RetentionContract {}

    static class Route extends RouteContract {}

    static class Rush extends RushContract {}

    static class SeveralLanes extends SeveralLanesContract {}

    static class SharedClaim extends SharedClaimContract {}

    static class SharedLane extends SharedLaneContract {}

    static class Shutdown extends ShutdownContract {}

    static class SmallHeap extends SmallHeapContract {}

    static class Storm extends PostgresStormContract {}

    static class Tag extends TagContract {}

    static class Text extends TextContract {}

    static class TimerFaults extends TimerFaultsContract {}

    static class Timers extends TimersContract {}

    static class Typed extends TypedContract {}

    static class WakeUp extends WakeUpContract {
        /** Returns after the listener has rung all doorbells, which it does once it receives notifications. */
        @Override
        protected Store openStore(Clock clock) {
            var opened = super.openStore(clock);
            try {
                assertThat(opened.doorbells().work().awaitBeyond(0, Deadline.in(Duration.ofSeconds(30))))
                        .isTrue();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            return opened;
        }
    }

    static class Worker extends WorkerContract {}

    static class WorkerGrant extends WorkerGrantContract {}

    static class WrongClock extends WrongClockContract {}
}
