package io.flowfabric.store.sqlite.contract;

import io.flowfabric.testkit.contract.CatalogueContract;
import io.flowfabric.testkit.contract.ContractSuite;
import java.util.List;

class CatalogueOnFileTest extends CatalogueContract {

    @Override
    protected List<Class<? extends ContractSuite>> suites() {
        return List.of(
                AlarmOnFileTest.class,
                BatchOnFileTest.class,
                BlockOnFileTest.class,
                CancelOnFileTest.class,
                ClaimOnFileTest.class,
                CoreFieldOnFileTest.class,
                CreateOnFileTest.class,
                CursorOnFileTest.class,
                EventOnFileTest.class,
                ExpiredLeaseOnFileTest.class,
                ExplainOnFileTest.class,
                FailOnFileTest.class,
                FencingOnFileTest.class,
                GraceOnFileTest.class,
                GrantOnFileTest.class,
                IndexOnFileTest.class,
                LaneOnFileTest.class,
                LeaseOnFileTest.class,
                ListOnFileTest.class,
                OperatorOnFileTest.class,
                OutboxOnFileTest.class,
                ReadOnFileTest.class,
                ReclaimOnFileTest.class,
                ResumeOnFileTest.class,
                RetentionOnFileTest.class,
                ShutdownOnFileTest.class,
                TagOnFileTest.class,
                TimersOnFileTest.class,
                TypedOnFileTest.class,
                WorkerGrantOnFileTest.class,
                WorkerOnFileTest.class);
    }
}
