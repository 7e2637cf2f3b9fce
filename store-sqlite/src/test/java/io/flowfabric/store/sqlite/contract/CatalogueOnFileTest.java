package io.flowfabric.store.sqlite.contract;

import io.flowfabric.testkit.contract.CatalogueContract;
import io.flowfabric.testkit.contract.ContractSuite;
import java.util.List;

class CatalogueOnFileTest extends CatalogueContract {

    @Override
    protected List<Class<? extends ContractSuite>> suites() {
        return List.of(
                BatchOnFileTest.class,
                BlockOnFileTest.class,
                CancelOnFileTest.class,
                ClaimOnFileTest.class,
                CreateOnFileTest.class,
                FailOnFileTest.class,
                FencingOnFileTest.class,
                GraceOnFileTest.class,
                GrantOnFileTest.class,
                LeaseOnFileTest.class,
                ListOnFileTest.class,
                OperatorOnFileTest.class,
                OutboxOnFileTest.class,
                ReclaimOnFileTest.class,
                ResumeOnFileTest.class,
                TimersOnFileTest.class,
                TypedOnFileTest.class);
    }
}
