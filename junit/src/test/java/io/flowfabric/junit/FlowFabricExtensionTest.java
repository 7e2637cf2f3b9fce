package io.flowfabric.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.sdk.FlowFabric;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

class FlowFabricExtensionTest {
    private static final List<FlowFabric> SEEN = new ArrayList<>();

    /** Run only by the tests here. */
    @FlowFabricTest
    static class SharesAFabricWithItsSetUp {
        private Optional<FlowFabric> given = Optional.empty();

        @BeforeEach
        void setUp(FlowFabric fabric) {
            given = Optional.of(fabric);
        }

        @Test
        void one(FlowFabric fabric) {
            assertThat(given).containsSame(fabric);
            SEEN.add(fabric);
        }

        @Test
        void two(FlowFabric fabric) {
            assertThat(given).containsSame(fabric);
            SEEN.add(fabric);
        }
    }

    @FlowFabricTest
    static class ConfiguresAFaultThatIsNeverHit {
        @Test
        void test(Faults faults) {
            faults.failNext(Catalogue.FAIL);
        }
    }

    @FlowFabricTest
    static class AsksTooEarly {
        @BeforeAll
        static void setUp(FlowFabric fabric) {
            fabric.close();
        }

        @Test
        void test() {}
    }

    private static Events run(Class<?> testClass) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(testClass))
                .execute()
                .allEvents();
    }

    private static String failureOf(Class<?> testClass) {
        return run(testClass)
                .failed()
                .list()
                .get(0)
                .getRequiredPayload(TestExecutionResult.class)
                .getThrowable()
                .orElseThrow()
                .getMessage();
    }

    @Test
    void everyTestHasAFabricOfItsOwnWhichIsClosedAfterwards() {
        SEEN.clear();

        run(SharesAFabricWithItsSetUp.class).assertStatistics(all -> all.failed(0));

        assertThat(SEEN).hasSize(2).doesNotHaveDuplicates();
        assertThat(SEEN)
                .allSatisfy(fabric -> assertThatThrownBy(() -> fabric.worker("lane")
                                .onAnyKind(task -> Optional.empty())
                                .start())
                        .hasMessageContaining("closed"));
    }

    @Test
    void faultThatWasNeverMetFailsTheTest() {
        assertThat(failureOf(ConfiguresAFaultThatIsNeverHit.class))
                .contains("These faults were never hit by a call: [fail: a call never arrives]");
    }

    @Test
    void fabricForAllTestsIsRefusedWithTheWayOut() {
        assertThat(failureOf(AsksTooEarly.class))
                .contains("Each test has its own fabric")
                .contains("@BeforeEach");
    }
}
