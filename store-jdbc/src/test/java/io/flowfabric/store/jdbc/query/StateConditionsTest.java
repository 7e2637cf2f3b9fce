package io.flowfabric.store.jdbc.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StateConditionsTest {

    /** The numbers are stored, and partial indexes have them in their conditions; a change needs a migration. */
    @Test
    void conditionsHaveTheNumbersThatAreStored() {
        assertThat(StateConditions.FRESH).isEqualTo("vector = 10");
        assertThat(StateConditions.RETURNED).isEqualTo("vector IN (11, 12, 13, 18, 19, 80, 81, 82, 83, 123, 133)");
        assertThat(StateConditions.RETURNED_TO_ONE_WRITER)
                .isEqualTo("vector BETWEEN 11 AND 13 OR vector BETWEEN 80 AND 83 OR vector = 123 OR vector = 133");
        assertThat(StateConditions.CANDIDATE).isEqualTo("vector IN (10, 11, 12, 13, 18, 19, 80, 81, 82, 83, 123, 133)");
        assertThat(StateConditions.ELIGIBLE).isEqualTo("vector < 20");
        assertThat(StateConditions.DELAYED).isEqualTo("vector BETWEEN 20 AND 49");
        assertThat(StateConditions.UNROUTED).isEqualTo("vector BETWEEN 80 AND 89");
        assertThat(StateConditions.LEASED).isEqualTo("vector = 114");
        assertThat(StateConditions.LEASE_EXPIRED).isEqualTo("vector = 123");
        assertThat(StateConditions.RECLAIMABLE).isEqualTo("vector BETWEEN 120 AND 139");
        assertThat(StateConditions.NOT_TERMINAL).isEqualTo("vector < 150");
        assertThat(StateConditions.OF_CALLER).isEqualTo("vector IN (19, 29)");
        assertThat(StateConditions.FAILING).isEqualTo("failures >= 5");
    }
}
