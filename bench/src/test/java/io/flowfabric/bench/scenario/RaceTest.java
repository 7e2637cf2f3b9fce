package io.flowfabric.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.bench.TestStores;
import io.flowfabric.bench.report.Result;
import io.flowfabric.bench.store.SqliteBenchStore;
import io.flowfabric.bench.system.SystemRun;
import io.flowfabric.bench.system.SystemUnderTest;
import io.flowfabric.cli.console.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RaceTest {
    private static final Load LOAD = new Load(100, 8, 1, 1, 50, 2);

    private final List<String> diary = new ArrayList<>();
    private final StringWriter said = new StringWriter();
    private final Race race = new Race(new BenchProgress(new PrintWriter(said), Terminal.PLAIN), WarmUp.Run::run);

    @Test
    void everySystemWarmsUpAndThenTakesTurnsInChangingOrder() throws Exception {
        var results = race.run(List.of(runner("a", false), runner("b", false)), List.of(), 2);

        assertThat(diary)
                .containsExactly(
                        "a submits 20",
                        "a drains",
                        "b submits 20",
                        "b drains", // a fifth, to warm up
                        "a submits 100",
                        "a drains",
                        "b submits 100",
                        "b drains",
                        "b submits 100",
                        "b drains",
                        "a submits 100",
                        "a drains");
        assertThat(results).extracting(result -> result.subject().system()).containsExactly("a", "b");
        assertThat(results.get(0).settings())
                .containsEntry("executions", "100")
                .containsEntry("payload_bytes", "8")
                .containsEntry("runs", "2")
                .containsEntry("own", "setting");
    }

    @Test
    void guestThatFailsIsLeftOutAndNamed() throws Exception {
        var results = race.run(List.of(runner("a", false)), List.of(runner("guest", true)), 1);

        assertThat(results).extracting(result -> result.subject().system()).containsExactly("a");
        assertThat(said.toString()).contains("guest is left out", "no luck");
    }

    @Test
    void ownFailureEndsTheRace() {
        assertThatThrownBy(() -> race.run(List.of(runner("a", true)), List.of(), 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no luck");
    }

    private Runner<?> runner(String name, boolean fails) {
        return new Runner<>(
                new Result.Subject("S1", name, "sqlite"),
                new Walker(name, fails),
                RunSetup.fresh(TestStores.SQLITE::fresh),
                LOAD,
                true);
    }

    /** Notes what it is asked for. */
    private final class Walker implements SystemUnderTest<SqliteBenchStore> {
        private final String name;
        private final boolean fails;

        Walker(String name, boolean fails) {
            this.name = name;
            this.fails = fails;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public SystemRun enter(SqliteBenchStore benchStore, int workers) {
            return new SystemRun() {
                @Override
                public String name() {
                    return name;
                }

                @Override
                public Map<String, String> settings() {
                    return Map.of("own", "setting");
                }

                @Override
                public void prepare() {
                    if (fails) {
                        throw new IllegalStateException("no luck");
                    }
                }

                @Override
                public void submit(int count, byte[] payload) {
                    diary.add(name + " submits " + count);
                }

                @Override
                public void drain() {
                    diary.add(name + " drains");
                }

                @Override
                public void close() {}
            };
        }
    }
}
