package io.flowfabric.store.testkit.contract.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.claim.ScanEligibleExecutions;
import io.flowfabric.model.op.listing.ExecutionPage;
import io.flowfabric.model.op.listing.ListExecutions;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.SubmitBatch;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** 06 §8 on a store, as far as it concerns executions. */
@Covers("list_executions")
public abstract class ListContract extends ContractSuite {

    @Test
    public void pagesVisitEveryExecutionOnceInTheOrderOfTheText() {
        var expected = new ArrayList<ExecutionId>();
        for (int partition : new int[] {7, 10, 1, 100, 255, 7, 7}) {
            expected.add(create(execution().id(new ExecutionId(partition, UUID.randomUUID()))));
        }
        expected.sort(null);

        assertThat(pages(OptionalInt.empty(), 2)).containsExactlyElementsOf(expected);
        assertThat(pages(OptionalInt.of(7), 2))
                .containsExactlyElementsOf(
                        expected.stream().filter(id -> id.partition() == 7).toList());
    }

    @Test
    public void cursorIsThereOnlyWhenMoreRemain() {
        create();
        create();

        assertThat(page(OptionalInt.empty(), Optional.empty(), 2).nextCursor()).isEmpty();
        assertThat(page(OptionalInt.empty(), Optional.empty(), 1).nextCursor()).isPresent();
        assertThat(page(OptionalInt.empty(), Optional.empty(), 0)).isEqualTo(ExecutionPage.EMPTY);
    }

    @Test
    public void pageHoldsAThousandAtMost() {
        int executions = 1100;
        var batch = Collections.nCopies(executions / 2, execution().build());
        for (int i = 0; i < 2; i++) {
            engine.call(Catalogue.SUBMIT_BATCH, new SubmitBatch(batch)).forEach(BatchItem::orThrow);
        }

        var page = page(OptionalInt.empty(), Optional.empty(), 5000);

        assertThat(page.executions()).hasSize(1000);
        assertThat(page.nextCursor()).contains(page.executions().get(999));
        assertThat(page(OptionalInt.empty(), page.nextCursor(), 5000).executions())
                .hasSize(executions - 1000);
    }

    @Test
    public void emptyPartitionAndThePlaceBehindTheLastHaveNothing() {
        var id = create(execution().id(new ExecutionId(7, UUID.randomUUID())));

        assertThat(page(OptionalInt.of(8), Optional.empty(), 2)).isEqualTo(ExecutionPage.EMPTY);
        assertThat(page(OptionalInt.of(7), Optional.of(id), 2)).isEqualTo(ExecutionPage.EMPTY);
    }

    @Test
    public void cursorOfAnotherPartitionIsRefused() {
        var cursor = Optional.of(new ExecutionId(8, UUID.randomUUID()));

        assertRefused(ErrorCode.INVALID_INPUT, () -> page(OptionalInt.of(7), cursor, 2));
    }

    @Test
    public void namespaceListsAndScansOnlyItsOwn() {
        var other = new Namespace("other");
        var own = new ArrayList<ExecutionId>();
        for (int i = 0; i < 5; i++) {
            create();
            own.add(create(CreateExecution.of(other, LANE, "charge")));
        }
        own.sort(null);

        var first = list(2, Optional.empty(), other);
        assertThat(first.executions()).isEqualTo(own.subList(0, 2));
        assertThat(list(9, first.nextCursor(), other))
                .isEqualTo(new ExecutionPage(own.subList(2, 5), Optional.empty()));
        assertThat(list(9, Optional.empty(), new Namespace("unknown"))).isEqualTo(ExecutionPage.EMPTY);
        assertThat(engine.call(
                        Catalogue.SCAN_ELIGIBLE_EXECUTIONS,
                        new ScanEligibleExecutions(LANE, 9, OptionalInt.empty(), Optional.of(other))))
                .containsExactlyInAnyOrderElementsOf(own);
    }

    private ExecutionPage list(int limit, Optional<ExecutionId> cursor, Namespace namespace) {
        return engine.call(
                Catalogue.LIST_EXECUTIONS,
                new ListExecutions(OptionalInt.empty(), cursor, limit, Optional.of(namespace)));
    }

    private List<ExecutionId> pages(OptionalInt partition, int limit) {
        var all = new ArrayList<ExecutionId>();
        var page = page(partition, Optional.empty(), limit);
        all.addAll(page.executions());
        while (page.nextCursor().isPresent()) {
            page = page(partition, page.nextCursor(), limit);
            all.addAll(page.executions());
        }
        return all;
    }

    private ExecutionPage page(OptionalInt partition, Optional<ExecutionId> cursor, int limit) {
        return engine.call(Catalogue.LIST_EXECUTIONS, new ListExecutions(partition, cursor, limit));
    }
}
