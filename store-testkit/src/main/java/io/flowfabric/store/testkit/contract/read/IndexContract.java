package io.flowfabric.store.testkit.contract.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.filter.ScannerFilter.InstanceTag;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.timer.ReconcileExecutionIndex;
import io.flowfabric.model.op.timer.ReconcileReport;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** 02 §14 on a store: scanning the executions finds all of them, and nothing wrong with what the rules made. */
@Covers("reconcile_execution_index")
public abstract class IndexContract extends ContractSuite {
    private static final LaneId OTHER_LANE = new LaneId("other");
    private static final Namespace ELSEWHERE = new Namespace("elsewhere");

    /** Several pages, the last of them full. */
    private static final int MANY = 300;

    @Test
    public void emptyStoreHasNothingToLookAt() {
        assertThat(reconcile(ReconcileExecutionIndex.ALL)).isEqualTo(new ReconcileReport(0, 0));
    }

    @Test
    public void everyExecutionIsLookedAtOnce() {
        for (int i = 0; i < MANY - 1; i++) {
            create();
        }
        complete(claimOne("w1"));
        claimOne("w1");
        create(execution().delayUntil(START + 1000));

        assertThat(reconcile(ReconcileExecutionIndex.ALL)).isEqualTo(new ReconcileReport(MANY, 0));
    }

    @Test
    public void partitionLanesAndFilterNarrowTheLook() {
        create(execution().id(ExecutionId.minted(3)).tag("acme.order", "o-1"));
        create(execution().id(ExecutionId.minted(4)).tag("acme.order", "o-2"));
        create(CreateExecution.of(SHOP, OTHER_LANE, "charge").id(ExecutionId.minted(3)));
        create(CreateExecution.of(ELSEWHERE, LANE, "charge").id(ExecutionId.minted(5)));

        assertThat(processed(OptionalInt.of(3), List.of(), ScannerFilter.NONE)).isEqualTo(2);
        assertThat(processed(OptionalInt.empty(), List.of(LANE), ScannerFilter.NONE))
                .isEqualTo(3);
        assertThat(processed(OptionalInt.empty(), List.of(LANE, OTHER_LANE), ScannerFilter.NONE))
                .isEqualTo(4);
        assertThat(processed(OptionalInt.of(3), List.of(OTHER_LANE), ScannerFilter.NONE))
                .isEqualTo(1);
        assertThat(processed(OptionalInt.empty(), List.of(), of(ELSEWHERE))).isEqualTo(1);
        assertThat(processed(
                        OptionalInt.empty(),
                        List.of(),
                        new ScannerFilter(Optional.of(SHOP), Optional.of(new InstanceTag("acme.order", "o-2")))))
                .isEqualTo(1);
    }

    private static ScannerFilter of(Namespace namespace) {
        return new ScannerFilter(Optional.of(namespace), Optional.empty());
    }

    private long processed(OptionalInt partition, List<LaneId> lanes, ScannerFilter filter) {
        return reconcile(new ReconcileExecutionIndex(partition, lanes, filter)).processed();
    }

    private ReconcileReport reconcile(ReconcileExecutionIndex wanted) {
        return engine.call(Catalogue.RECONCILE_EXECUTION_INDEX, wanted);
    }
}
