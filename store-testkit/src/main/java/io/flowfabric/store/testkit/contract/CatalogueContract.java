package io.flowfabric.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.store.testkit.fixture.Covers;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every operation of the catalogue is proven on the store by a contract that the enclosing class lists. */
public abstract class CatalogueContract extends CompletenessContract {

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
        return listed().stream()
                .flatMap(suite -> Arrays.stream(suite.getAnnotationsByType(Covers.class)))
                .flatMap(covers -> Arrays.stream(covers.value()))
                .distinct()
                .toList();
    }

    private static List<String> catalogued() {
        return Catalogue.all().stream().map(Operation::name).toList();
    }
}
