package io.flowfabric.store.sqlite.contract;

import io.flowfabric.testkit.contract.CatalogueContract;
import io.flowfabric.testkit.contract.ContractSuite;
import java.util.List;

class CatalogueOnMemoryTest extends CatalogueContract {

    @Override
    protected List<Class<? extends ContractSuite>> suites() {
        return List.of(
                AlarmOnMemoryTest.class,
                BatchOnMemoryTest.class,
                BlockOnMemoryTest.class,
                CancelOnMemoryTest.class,
                ClaimOnMemoryTest.class,
                CoreFieldOnMemoryTest.class,
                CreateOnMemoryTest.class,
                CursorOnMemoryTest.class,
                EventOnMemoryTest.class,
                ExpiredLeaseOnMemoryTest.class,
                ExplainOnMemoryTest.class,
                FailOnMemoryTest.class,
                FencingOnMemoryTest.class,
                GraceOnMemoryTest.class,
                GrantOnMemoryTest.class,
                IndexOnMemoryTest.class,
                LaneOnMemoryTest.class,
                LeaseOnMemoryTest.class,
                ListOnMemoryTest.class,
                OperatorOnMemoryTest.class,
                OutboxOnMemoryTest.class,
                ReadOnMemoryTest.class,
                ReclaimOnMemoryTest.class,
                ResumeOnMemoryTest.class,
                RetentionOnMemoryTest.class,
                ShutdownOnMemoryTest.class,
                TagOnMemoryTest.class,
                TimersOnMemoryTest.class,
                TypedOnMemoryTest.class,
                WorkerGrantOnMemoryTest.class,
                WorkerOnMemoryTest.class);
    }
}
