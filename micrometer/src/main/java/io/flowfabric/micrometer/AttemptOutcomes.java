package io.flowfabric.micrometer;

import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleCodec;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.lease.CancelRequest;
import io.flowfabric.model.op.lease.CompleteBatch;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.model.op.lease.FailRequest;
import io.flowfabric.model.policy.retry.FailureClass;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Counts the outcomes of attempts that the engine has confirmed. */
final class AttemptOutcomes {
    private final MeterProvider<Counter> outcomes;

    /** Finding a meter by its tags costs more than counting. The labels of lanes are bounded. */
    private final Map<Labels, Counter> counters = new ConcurrentHashMap<>();

    private final LaneLabels lanes;

    AttemptOutcomes(MeterRegistry registry, LaneLabels lanes) {
        this.lanes = lanes;
        this.outcomes = Counter.builder("ff.attempt.outcome")
                .description("How attempts ended")
                .withRegistry(registry);
    }

    void answered(Object arguments, Object answer) {
        if (arguments instanceof CompleteRequest request) {
            count(request.handle(), "ok");
        } else if (arguments instanceof CompleteBatch batch) {
            countBatch(batch.items(), (List<?>) answer);
        } else if (arguments instanceof FailRequest request) {
            count(request.handle(), failure(request, answer));
        } else if (arguments instanceof CancelRequest request) {
            count(request.handle(), "cancelled");
        }
    }

    private void countBatch(List<CompleteRequest> asked, List<?> answers) {
        for (int i = 0; i < asked.size(); i++) {
            if (answers.get(i) instanceof BatchItem.Answered<?>) {
                count(asked.get(i).handle(), "ok");
            }
        }
    }

    private static String failure(FailRequest request, Object answer) {
        if (answer instanceof FailOutcome.RetryScheduled) {
            return "retry";
        }
        return request.decidingClass() == FailureClass.TIMEOUT ? "timeout" : "error";
    }

    private void count(Handle handle, String outcome) {
        lane(handle)
                .ifPresent(lane -> counters.computeIfAbsent(new Labels(lanes.ofKnown(lane), outcome), this::counter)
                        .increment());
    }

    private Counter counter(Labels labels) {
        return outcomes.withTags("lane", labels.lane(), "outcome", labels.outcome());
    }

    private record Labels(String lane, String outcome) {}

    private static Optional<String> lane(Handle handle) {
        try {
            return Optional.of(HandleCodec.decode(handle.bytes()).payload().laneId());
        } catch (EngineException strange) {
            return Optional.empty(); // the engine accepted the handle, so metrics do not reject it
        }
    }
}
