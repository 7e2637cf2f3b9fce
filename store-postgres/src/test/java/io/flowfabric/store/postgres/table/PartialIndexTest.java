package io.flowfabric.store.postgres.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.jdbc.query.StateConditions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A planner uses a partial index only for a query that has its condition, so the migrations and the queries must agree.
 */
class PartialIndexTest {
    private static final String MIGRATIONS = "/io/flowfabric/store/postgres/migrations/";

    @Test
    void queriesHaveTheConditionsOfTheIndexes() throws Exception {
        assertThat(conditionOf("follow_ups_failing")).isEqualTo(StateConditions.FAILING);
    }

    private static String conditionOf(String index) throws Exception {
        String definition = definitionOf(index);
        return definition.substring(definition.indexOf(" WHERE ") + " WHERE ".length());
    }

    private static String definitionOf(String index) throws Exception {
        var definition = Pattern.compile("CREATE INDEX %s ON ([^;]+);".formatted(index));
        for (String file : List.of("0006_follow_ups.sql")) {
            try (var sql = PartialIndexTest.class.getResourceAsStream(MIGRATIONS + file)) {
                var found = definition.matcher(new String(sql.readAllBytes(), StandardCharsets.UTF_8));
                if (found.find()) {
                    return found.group(1).replaceAll("\\s+", " ");
                }
            }
        }
        throw new AssertionError("no index " + index);
    }
}
