package io.flowfabric.model.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.flowfabric.model.json.FlowFabricJson;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackendCapabilitiesTest {

    @Test
    void reportNamesTheStoreAndTheBuild() {
        var identity = BackendCapabilities.of("sqlite", List.of()).identity();

        assertThat(identity.family()).isEqualTo("sqlite");
        assertThat(identity.version()).isEqualTo(BackendVersion.ofThisBuild());
        assertThat(identity.version()).isGreaterThan(new BackendVersion(0, 0, 0));
    }

    @Test
    void flagIsTrueWhenAllOfItsOperationsAreThere() {
        var supports = BackendCapabilities.of("sqlite", List.of("cancel_execution", "issue_reclaim_grant"))
                .supports();

        assertThat(supports.keySet()).containsExactly(BackendFlag.values()).hasSize(34);
        assertThat(supports.entrySet())
                .filteredOn(Map.Entry::getValue)
                .extracting(Map.Entry::getKey)
                .containsExactly(BackendFlag.CANCEL_EXECUTION);
    }

    @Test
    void reportHasTheShapeThatClientsKnow() throws Exception {
        var json = FlowFabricJson.mapper().valueToTree(BackendCapabilities.of("postgres", List.of()));

        assertThat(json.at("/identity/family").textValue()).isEqualTo("postgres");
        assertThat(json.at("/identity/version/major").isInt()).isTrue();
        assertThat(json.at("/identity/rfc017_stage").isTextual()).isTrue();
        assertThat(json.get("supports").fieldNames().next()).isEqualTo("cancel_execution");
        assertThat(json.at("/supports/read_budget_usage_and_limits").booleanValue())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0.9.0, 0.9.1", "0.9.1, 0.10.0", "0.10.0, 1.0.0", "1.0.0, 1.0.1-SNAPSHOT"})
    void versionsOrderByTheirNumbers(String lower, String higher) {
        assertThat(BackendVersion.parse(lower)).isLessThan(BackendVersion.parse(higher));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1.2", "1.2.3.4", "1.2.x", "${project.version}"})
    void textThatIsNoVersionIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> BackendVersion.parse(text));
    }
}
