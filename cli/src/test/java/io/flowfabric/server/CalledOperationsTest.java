package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.flowfabric.cli.command.Cli;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every operation through {@code ff call}: on the store that a server is on, and against that server. */
class CalledOperationsTest extends SqliteSuite {
    @Test
    void everyOperationAnswersOnAStoreAsItDoesOverHttp() throws JsonProcessingException {
        everyOperationAnswers("--store", "sqlite:" + directory.resolve("test.db"));
    }

    @Test
    void everyOperationAnswersOfAServerAsItDoesOverHttp() throws JsonProcessingException {
        everyOperationAnswers("--server", "http://127.0.0.1:" + server.address().getPort());
    }

    /** The handles are those that the server gave over HTTP. */
    private void everyOperationAnswers(String option, String address) throws JsonProcessingException {
        var stage = new Stage(http);
        var asked = new TreeSet<String>();

        for (var row : ShapeRow.built()) {
            String arguments =
                    Stage.fill(row.arguments(), stage.set(row.state())).replace('\'', '"');
            var ran = Cli.run("call", row.operation(), "--json-args", arguments, option, address);

            assertThat(ran.exitCode())
                    .as("%s %s: %s", row.operation(), arguments, ran.err())
                    .isZero();
            assertThat(Shape.fits(HttpCaller.JSON.readTree(ran.out()), row.shape()))
                    .as("%s of an execution that is %s: %s is %s", row.operation(), row.state(), ran.out(), row.shape())
                    .isTrue();
            asked.add(row.operation());
        }

        assertThat(asked).containsExactlyInAnyOrderElementsOf(ShapeRow.operations());
    }
}
