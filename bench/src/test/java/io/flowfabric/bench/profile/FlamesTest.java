package io.flowfabric.bench.profile;

import static io.flowfabric.bench.profile.TestFlames.flames;
import static io.flowfabric.bench.profile.TestFlames.inNative;
import static io.flowfabric.bench.profile.TestFlames.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlamesTest {
    @Test
    void stacksShareWhatTheyBeginWith() {
        var all = TestFlames.folded(
                "main;x.A.run;x.A.left", "main;x.A.run;x.B.right;x.B.deep", "main;x.A.run", "main;x.A.run;x.B.right");

        assertThat(all.samples()).isEqualTo(4);
        assertThat(all.callees()).singleElement().satisfies(main -> {
            assertThat(main.frame()).isEqualTo(new Frame("main", Origin.THREAD));
            assertThat(main.callees()).singleElement().satisfies(run -> {
                assertThat(run.samples()).isEqualTo(4);
                assertThat(run.ownSamples()).isEqualTo(1);
                assertThat(run.callees())
                        .as("the heaviest first")
                        .extracting(flame -> flame.frame().name())
                        .containsExactly("x.B.right", "x.A.left");
            });
        });
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "flowfabric-sqlite-writer /tmp/ff-bench-47/ff 8/bench.db, flowfabric-sqlite-writer",
        "flowfabric-postgres-writer 12, flowfabric-postgres-writer",
        "ForkJoinPool-1-worker-3, ForkJoinPool-worker",
        "flowfabric:connection-adder, flowfabric:connection-adder",
        "main, main",
        "'', unnamed",
        "17, unnamed",
    })
    void threadsOfOnePurposeAreOneGroup(String thread, String group) {
        var all = flames(List.of(new Sample(thread, List.of(Frame.method("x.A", "run", false)), false)))
                .all();

        assertThat(all.callees()).extracting(flame -> flame.frame().name()).containsExactly(group);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "task;java.lang.Thread.run;jdk.internal.misc.Unsafe.park",
                "selector;sun.nio.ch.EPollSelectorImpl.doSelect;sun.nio.ch.EPoll.wait",
                "process reaper;java.lang.ProcessHandleImpl.waitForProcessExit0",
                "main;io.flowfabric.bench.measure.ClientMeter.start;java.lang.ProcessHandleImpl.getProcessPids0",
                "flowfabric-postgres-listener;sun.nio.ch.NioSocketImpl.implRead;sun.nio.ch.Net.poll",
            })
    void idleThreadsAreLeftOut(String stack) {
        var flames = flames(List.of(inNative(stack)));

        assertThat(flames.all().samples()).isZero();
        assertThat(flames.waitingShare()).isZero();
    }

    @Test
    void threadsThatReadFromASocketAreLeftOutAndTheirShareIsTold() {
        String stack = "flowfabric-postgres-writer 1;org.postgresql.core.PGStream.receiveChar;%s;sun.nio.ch.Net.poll";
        var flames = flames(List.of(
                inNative(stack.formatted("sun.nio.ch.NioSocketImpl.implRead")),
                inNative(stack.formatted("sun.nio.ch.NioSocketImpl.implRead")),
                inNative(stack.formatted("sun.nio.ch.NioSocketImpl.implRead")),
                inNative(stack.formatted("sun.nio.ch.NioSocketImpl.implWrite"))));

        assertThat(flames.all().samples()).as("a write is work").isEqualTo(1);
        assertThat(flames.waitingShare()).isEqualTo(0.75);
    }

    @Test
    void nativeSampleStandsForAllThreadsThatWereInNativeCode() {
        var samples = Stream.of(
                        Collections.nCopies(10, inNative(Yardstick.NAME + ";java.io.In.read0")),
                        Collections.nCopies(
                                10, inNative("process reaper;java.lang.ProcessHandleImpl.waitForProcessExit0")),
                        Collections.nCopies(5, inNative("writer;org.sqlite.core.NativeDB.step")),
                        Collections.nCopies(7, running("writer;x.A.run")))
                .flatMap(List::stream)
                .toList();

        var writer = flames(samples).all().callees().get(0);
        assertThat(writer.callees())
                .extracting(flame -> flame.frame().name())
                .containsExactly("org.sqlite.core.NativeDB.step", "x.A.run");
        assertThat(writer.callees().get(0).samples())
                .as("the writer was seen half as often as the thread that was there all the time, in one sample of 2.5")
                .isCloseTo(12.5, within(1e-9));
        assertThat(writer.callees().get(1).samples()).isEqualTo(7);
    }

    @Test
    void wayThroughTheBenchmarkIsLeftOut() {
        var all = TestFlames.folded(
                "main;picocli.CommandLine.execute;io.flowfabric.bench.Bench.run;io.flowfabric.bench.system.BulkSubmission.submit;"
                        + "io.flowfabric.engine.ops.LocalEngine.call;io.flowfabric.bench.process.Kinds.stamp");

        var submit = all.callees().get(0).callees().get(0);
        assertThat(submit.frame().name()).isEqualTo("io.flowfabric.bench.system.BulkSubmission.submit");
        var call = submit.callees().get(0);
        assertThat(call.frame().origin()).isEqualTo(Origin.ENGINE);
        assertThat(call.callees().get(0).frame().name())
                .as("what the engine calls stays")
                .isEqualTo("io.flowfabric.bench.process.Kinds.stamp");
    }
}
