package io.flowfabric.wire.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.claim.ClaimTerms;
import io.flowfabric.model.op.claim.LaneWeight;
import io.flowfabric.wire.ArgumentSchemas;
import io.flowfabric.wire.ArgumentTree;
import io.flowfabric.wire.ArgumentWriter;
import io.flowfabric.wire.Arguments;
import io.flowfabric.wire.InvalidArguments;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lanes of a claim, one by its name or several with weights, and its kinds. */
class ClaimedLanesTest {
    private static final LaneWeight MAIN = LaneWeight.of(new LaneId("main"));
    private static final LaneWeight MAIL = new LaneWeight(new LaneId("mail"), 3);

    private final Arguments arguments = new Arguments(new HandleSeal(new byte[32]), PartitionConfig.DEFAULT);

    @Test
    void singleLaneMayBeWrittenAsItsName() throws Exception {
        assertThat(read("'lane_id':'main'").lanes()).containsExactly(MAIN);
    }

    @Test
    void severalLanesHaveWeightsOrOne() throws Exception {
        assertThat(read("'lanes':[{'lane_id':'main'},{'lane_id':'mail','weight':3}]")
                        .lanes())
                .containsExactly(MAIN, MAIL);
    }

    @Test
    void plainLaneIsWrittenSoThatAnyServerUnderstandsIt() throws Exception {
        var one = new ArgumentWriter().write(Catalogue.CLAIM, read("'lane_id':'main'"));
        var weighed = new ArgumentWriter()
                .write(Catalogue.CLAIM, read("'lane_id':'main'").from(List.of(MAIL)));

        assertThat(one.get("lane_id").textValue()).isEqualTo("main");
        assertThat(one.has("lanes")).isFalse();
        assertThat(weighed.has("lane_id")).isFalse();
    }

    @Test
    void kindsAreNamedOrAllAreMeant() throws Exception {
        assertThat(read("'lane_id':'main','only_kinds':['charge']").onlyKinds()).containsExactly("charge");
        assertThat(read("'lane_id':'main','except_kinds':['charge']").exceptKinds())
                .containsExactly("charge");
        assertThat(read("'lane_id':'main'")).satisfies(plain -> {
            assertThat(plain.onlyKinds()).isEmpty();
            assertThat(plain.exceptKinds()).isEmpty();
        });
    }

    @Test
    void claimThatNamesNoTermsIsOnPlainTerms() throws Exception {
        assertThat(read("'lane_id':'main'").terms()).isEqualTo(ClaimTerms.PLAIN);
    }

    @Test
    void namesAreRefusedInTheWordsOfTheEngine() {
        assertThatThrownBy(() -> read("'lane_id':'main','namespace':'a b'"))
                .isInstanceOfSatisfying(
                        ValidationException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'limit':1 | lane_id",
                "'lane_id':'main','lanes':[{'lane_id':'mail'}] | lanes",
                "'lane_id':7 | lane_id",
                "'lane_id':'a,b' | lane_id",
                "'lanes':'main' | lanes",
                "'lanes':[{'weight':2}] | lanes[0].lane_id",
                "'lanes':[{'lane_id':'main','weight':'much'}] | lanes[0].weight",
            })
    void whatIsNoLaneIsRefusedByItsName(String members, String name) {
        assertThatThrownBy(() -> read(members))
                .isInstanceOf(InvalidArguments.class)
                .hasMessageContaining(name);
    }

    @Test
    void schemaAsksForOneOfTheTwo() {
        var schema = ArgumentSchemas.of(Catalogue.CLAIM);

        assertThat(schema.get("properties").has("lane_id")).isTrue();
        assertThat(schema.at("/properties/lanes/items/properties/weight/default")
                        .intValue())
                .isEqualTo(1);
        assertThat(schema.get("oneOf")).hasSize(2);
        assertThat(schema.get("required").toString()).doesNotContain("lane");
    }

    private ClaimRequest read(String members) throws Exception {
        String body = "{'worker_id':'w','worker_instance_id':'w-1',%s}".formatted(members);
        return arguments.read(
                Catalogue.CLAIM, ArgumentTree.of(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }
}
