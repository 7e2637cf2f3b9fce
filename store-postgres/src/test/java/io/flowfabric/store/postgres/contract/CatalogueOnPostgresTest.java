package io.flowfabric.store.postgres.contract;

import io.flowfabric.testkit.contract.CatalogueContract;
import io.flowfabric.testkit.contract.ContractSuite;
import java.util.List;

class CatalogueOnPostgresTest extends CatalogueContract {

    @Override
    protected List<Class<? extends ContractSuite>> suites() {
        return List.of(
                AlarmOnPostgresTest.class,
                BatchOnPostgresTest.class,
                BlockOnPostgresTest.class,
                CancelOnPostgresTest.class,
                ClaimOnPostgresTest.class,
                CoreFieldOnPostgresTest.class,
                CreateOnPostgresTest.class,
                CursorOnPostgresTest.class,
                EventOnPostgresTest.class,
                ExpiredLeaseOnPostgresTest.class,
                ExplainOnPostgresTest.class,
                FailOnPostgresTest.class,
                FencingOnPostgresTest.class,
                GraceOnPostgresTest.class,
                GrantOnPostgresTest.class,
                IndexOnPostgresTest.class,
                LaneOnPostgresTest.class,
                LeaseOnPostgresTest.class,
                ListOnPostgresTest.class,
                OperatorOnPostgresTest.class,
                ReadOnPostgresTest.class,
                OutboxOnPostgresTest.class,
                ReclaimOnPostgresTest.class,
                ResumeOnPostgresTest.class,
                RetentionOnPostgresTest.class,
                ShutdownOnPostgresTest.class,
                TagOnPostgresTest.class,
                TimersOnPostgresTest.class,
                TypedOnPostgresTest.class,
                WorkerGrantOnPostgresTest.class,
                WorkerOnPostgresTest.class);
    }
}
