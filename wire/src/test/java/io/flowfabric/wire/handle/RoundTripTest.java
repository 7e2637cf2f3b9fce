package io.flowfabric.wire.handle;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.wire.AnswerReader;
import io.flowfabric.wire.Answers;
import io.flowfabric.wire.ArgumentTree;
import io.flowfabric.wire.ArgumentWriter;
import io.flowfabric.wire.Arguments;
import io.flowfabric.wire.BytesForm;
import io.flowfabric.wire.SampleValues;
import io.flowfabric.wire.batch.BatchKind;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The server reads what a client writes, and the other way round, for every operation. */
class RoundTripTest {
    private static final HandleSeal SEAL = new HandleSeal(new byte[32]);

    private final Arguments server = new Arguments(SEAL, PartitionConfig.DEFAULT);
    private final Answers answers = new Answers(SEAL);
    private final ArgumentWriter writer = new ArgumentWriter();
    private final AnswerReader reader = new AnswerReader();

    private final Handle issued = SampleValues.handle(ExecutionId.minted(7));
    private final Handle carried = new CarriedHandles().read(SEAL.write(issued));

    static Stream<Operation<?, ?>> operations() {
        return Catalogue.all().stream().filter(operation -> operation.shape() != Operation.Shape.BATCH);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void argumentsArriveAsTheyWereSent(Operation<?, ?> operation) throws Exception {
        for (boolean full : new boolean[] {true, false}) {
            var arguments = new SampleValues(carried, full).of(operation.arguments());

            byte[] body = writer.write(operation, arguments).toString().getBytes("UTF-8");

            assertThat((Object) server.read(operation, ArgumentTree.of(body))).isEqualTo(arguments);
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void answersArriveAsTheyWereGiven(Operation<?, ?> operation) throws IOException {
        for (boolean full : new boolean[] {true, false}) {
            for (Object one : new SampleValues(issued, full).variants(operation.outcome())) {
                for (Object answer : shaped(operation, one)) {
                    byte[] body = answers.write(operation, "arguments", answer, BytesForm.RECORD);

                    assertThat((Object) reader.read(operation, body)).isEqualTo(answer);
                }
            }
        }
    }

    private static List<Object> shaped(Operation<?, ?> operation, Object one) {
        return switch (operation.shape()) {
            case OPTIONAL -> List.of(Optional.of(one), Optional.empty());
            case LIST -> List.of(List.of(one), List.of());
            default -> List.of(one);
        };
    }

    @Test
    void clientCarriesTheSealOfTheServer() {
        String text = SEAL.write(issued);

        assertThat(new CarriedHandles().write(carried)).isEqualTo(text);
        assertThat(SEAL.read(text)).isEqualTo(issued).isEqualTo(carried);
    }

    @Test
    void everyBatchHasItsKind() {
        assertThat(Catalogue.all().stream().filter(any -> any.shape() == Operation.Shape.BATCH))
                .isNotEmpty()
                .allSatisfy(batch -> assertThat(BatchKind.of(batch).batch()).isEqualTo(batch));
    }
}
