package io.flowfabric.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Operation;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every operation of the catalogue is proven on the store by a suite that the store runs. */
public abstract class CatalogueContract {

    /** The test classes by which the store runs the suites. */
    protected abstract List<Class<? extends ContractSuite>> suites();

    @Test
    public void everyOperationIsCoveredByASuite() {
        assertThat(covered()).containsAll(catalogued());
    }

    @Test
    public void suitesCoverOnlyWhatIsInTheCatalogue() {
        assertThat(catalogued()).containsAll(covered());
    }

    @Test
    public void catalogueIsInOrderOfTheNames() {
        assertThat(catalogued()).isSorted().doesNotHaveDuplicates();
    }

    private List<String> covered() {
        return suites().stream()
                .flatMap(suite -> Arrays.stream(suite.getAnnotationsByType(Covers.class)))
                .flatMap(covers -> Arrays.stream(covers.value()))
                .distinct()
                .toList();
    }

    private static List<String> catalogued() {
        return Catalogue.all().stream().map(Operation::name).toList();
    }
}
