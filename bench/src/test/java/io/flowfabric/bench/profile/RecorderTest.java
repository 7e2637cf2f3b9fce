package io.flowfabric.bench.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RecorderTest {
    private static final String HERE = RecorderTest.class.getName() + ".work";

    @Test
    @Timeout(60)
    void methodThatWorksIsFoundAndTheAnswerComesBack() throws Exception {
        var recorder = new Recorder();
        BigInteger answer;
        do {
            answer = recorder.record(RecorderTest::work);
        } while (names(recorder.flames().all()).noneMatch(HERE::equals));

        assertThat(answer).isEqualTo(work());
        assertThat(names(recorder.flames().all())).startsWith("all").noneMatch(name -> name.contains(Yardstick.NAME));
    }

    private static BigInteger work() {
        var product = BigInteger.ONE;
        for (int i = 1; i < 6000; i++) {
            product = product.multiply(BigInteger.valueOf(i));
        }
        return product;
    }

    private static Stream<String> names(Flame flame) {
        return Stream.concat(
                Stream.of(flame.frame().name()), flame.callees().stream().flatMap(RecorderTest::names));
    }
}
