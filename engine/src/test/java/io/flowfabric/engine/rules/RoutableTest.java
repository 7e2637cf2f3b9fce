package io.flowfabric.engine.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.claim.AdmissionRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.model.worker.WorkerOffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 05 §4.4 — which executions need not wait for a capable worker. */
class RoutableTest {

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // required, workers as namespace/lane/capabilities, routable
                "-, -, true",
                "gpu, -, false",
                "gpu, shop/main/gpu, true",
                "gpu, shop/main/gpu+arm, true",
                "gpu, shop/main/GPU, false",
                "gpu, shop/main/, false",
                "gpu, bank/main/gpu, false",
                "gpu, shop/side/gpu, false",
                "gpu+arm, shop/main/gpu shop/main/arm, false",
                "gpu+arm, bank/main/gpu+arm shop/main/arm+gpu, true"
            })
    void oneLiveWorkerOfTheSameNamespaceAndLaneMustHaveEverything(String required, String workers, boolean routable) {
        var live = workers == null
                ? List.<RegisteredWorker>of()
                : Arrays.stream(workers.split(" ")).map(RoutableTest::worker).toList();

        assertThat(AdmissionRules.isRoutable(
                        new Namespace("shop"),
                        new LaneId("main"),
                        capabilities(required == null ? "" : required),
                        live))
                .isEqualTo(routable);
    }

    private static RegisteredWorker worker(String text) {
        var parts = text.split("/", -1);
        return new RegisteredWorker(
                new WorkerKey(new Namespace(parts[0]), new WorkerInstanceId(text)),
                new WorkerId("pool"),
                WorkerOffer.of(List.of(new LaneId(parts[1])), capabilities(parts[2]), 1000),
                Given.T0,
                Given.T0);
    }

    private static CapabilitySet capabilities(String text) {
        return CapabilitySet.parseCsv(text.replace('+', ','));
    }
}
