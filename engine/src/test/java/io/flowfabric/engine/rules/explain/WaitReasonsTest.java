package io.flowfabric.engine.rules.explain;

import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.eligible;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Given;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.op.read.Explanation;
import io.flowfabric.model.op.read.Explanation.Reason;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.model.worker.WorkerOffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 08 §8 — what is said of an execution that waits or is held. */
class WaitReasonsTest {
    private static final String PLACE = "lane default of namespace tests";
    private static final ExplainContext NO_WORKERS = around();
    private static final Given DEMANDING =
            eligible(ExecutionPolicy.builder().requires("gpu", "arm").build());

    @Test
    void withoutWorkersOneHasToRegister() {
        var explanation = explain(eligible(), NO_WORKERS);

        assertThat(explanation.summary()).isEqualTo("waits for a worker; there is none");
        assertThat(first(explanation).text()).isEqualTo("no live worker serves " + PLACE);
        assertThat(first(explanation).changesWhen()).isEqualTo("a worker registers for " + PLACE);
    }

    @ParameterizedTest
    @CsvSource({"0, nothing", "1, 1", "999, 999", "1000, 1000 or more", "1001, 1000 or more"})
    void whatStandsBeforeIsCountedToAThousand(int ahead, String before) {
        var explanation = explain(eligible(), new ExplainContext(List.of(worker("a", "")), ahead, 0));

        assertThat(explanation.summary()).isEqualTo("waits for a worker to become free");
        assertThat(first(explanation).text())
                .isEqualTo("1 live worker of " + PLACE + ", " + before + " of its namespace before it");
        assertThat(first(explanation).changesWhen())
                .isEqualTo("a worker claims it once it has claimed what is ahead of it");
    }

    @Test
    void grantIsToldAsLongAsItLives() {
        var granted = eligible().granted(GrantKind.CLAIM, "w1", 1_000);

        assertThat(first(explain(granted, NO_WORKERS)))
                .isEqualTo(new Reason(
                        "granted",
                        "worker w1 holds a grant on it until 1970-01-01T00:16:41Z and has not used it yet",
                        "that worker claims it, or the grant ends",
                        Map.of("worker_id", "w1", "grant_expires_at", T0 + 1_000)));
        assertThat(first(explain(granted.after(1_001), NO_WORKERS)).code()).isEqualTo("waiting_for_worker");
    }

    @ParameterizedTest
    @CsvSource({
        "WAITING_FOR_BUDGET, is waiting for budget: held back, 'what it waits for comes, or an operator unblocks it'",
        "PAUSED_BY_OPERATOR, is paused by operator: held back, an operator unblocks it",
        "PAUSED_BY_POLICY, is paused by policy: held back, an operator unblocks it",
    })
    void blockIsToldWithWhatLiftsIt(BlockingReason why, String text, String changesWhen) {
        var reason = first(explain(eligible().blockedFor(why), NO_WORKERS));

        assertThat(reason.text()).isEqualTo(text);
        assertThat(reason.changesWhen()).isEqualTo(changesWhen);
    }

    @Test
    void blockOfWhichNothingWasSaidIsToldByItsName() {
        var suspended = eligible().leasedBy("w1").suspended(BlockingReason.WAITING_FOR_APPROVAL);

        assertThat(first(explain(suspended, NO_WORKERS)).text()).isEqualTo("is waiting for approval");
    }

    @Test
    void lastRetryIsCountedAgainstThePolicy() {
        var twice = eligible(Given.RETRYING)
                .leasedBy("w1")
                .failed()
                .promoted()
                .leasedBy("w1")
                .failed();

        assertThat(first(explain(twice, NO_WORKERS)).text()).startsWith("failed (boom); retry 2 of 2 begins at ");
    }

    @Test
    void runningAttemptIsToldWithItsProgress() {
        var held = eligible().leasedBy("w1");
        var told = held.then(
                LeaseRules.progress(held.execution(), held.fence(), OptionalInt.of(40), Optional.empty(), held.now()));

        assertThat(first(explain(held, NO_WORKERS)).details())
                .containsEntry("attempt_index", 0)
                .doesNotContainKey("progress_pct");
        assertThat(first(explain(told, NO_WORKERS)).details()).containsEntry("progress_pct", 40);
    }

    @Test
    void lostLeaseIsToldWithHowItWasLostAndTheCap() {
        var held = eligible().leasedBy("w1");

        var expired = first(explain(held.leaseExpired(), NO_WORKERS));
        assertThat(expired.text())
                .isEqualTo(
                        "the lease of w1-a expired at 1970-01-01T00:17:10Z; it was reclaimed 0 times of at most 100");
        assertThat(expired.details()).containsEntry("cap", 100L);
        assertThat(first(explain(held.revoked(), NO_WORKERS)).text())
                .startsWith("the lease of w1-a was revoked at 1970-01-01T00:16:40Z; ");
    }

    @ParameterizedTest
    @CsvSource({
        // live workers as instance:capabilities
        "'', no live worker serves lane default of namespace tests, ''",
        "a:gpu, 'of the 1 live worker of lane default of namespace tests, a comes closest and lacks arm', a",
        "a: b:arm, 'of the 2 live workers of lane default of namespace tests, b comes closest and lacks gpu', b",
        "b:gpu a:arm, 'of the 2 live workers of lane default of namespace tests, a comes closest and lacks gpu', a",
        "b: a:, 'of the 2 live workers of lane default of namespace tests, a comes closest and lacks arm, gpu', a",
    })
    void workerThatComesClosestIsNamedWithWhatItLacks(String workers, String finding, String closest) {
        var explanation = explain(DEMANDING, around(workers.isEmpty() ? new String[0] : workers.split(" ")));

        assertThat(explanation.summary()).isEqualTo("waits for a worker with arm, gpu");
        assertThat(first(explanation).code()).isEqualTo("waiting_for_capable_worker");
        assertThat(first(explanation).text()).isEqualTo("needs arm, gpu; " + finding);
        assertThat(first(explanation).changesWhen()).isEqualTo("a worker with arm, gpu registers for " + PLACE);
        assertThat(first(explanation).details().containsKey("closest")).isEqualTo(!closest.isEmpty());
    }

    @Test
    void capableWorkerLeavesNothingToWaitForButItsTurn() {
        assertThat(explain(DEMANDING, around("a:gpu", "b:arm+gpu")).reasons())
                .singleElement()
                .extracting(Reason::code)
                .isEqualTo("waiting_for_worker");
    }

    @Test
    void routeThatACapableWorkerHasOpenedIsCheckedAgain() {
        var blocked = DEMANDING.blockedFor(BlockingReason.WAITING_FOR_CAPABLE_WORKER);

        var reason = first(explain(blocked, around("a:arm+gpu")));

        assertThat(reason.text()).isEqualTo("needs arm, gpu; a live worker of " + PLACE + " has that by now");
        assertThat(reason.changesWhen()).startsWith("an engine checks the route again");
    }

    @Test
    void workerOfTheSameNamespaceAndLaneIsConcerned() {
        var e = eligible().execution();

        assertThat(ExplainContext.concerns(worker("tests", "default", "a", ""), e))
                .isTrue();
        assertThat(ExplainContext.concerns(worker("others", "default", "a", ""), e))
                .isFalse();
        assertThat(ExplainContext.concerns(worker("tests", "other", "a", ""), e))
                .isFalse();
    }

    private static Reason first(Explanation explanation) {
        return explanation.reasons().get(0);
    }

    private static Explanation explain(Given given, ExplainContext around) {
        return ExplainRules.explain(given.loaded(), around, given.now());
    }

    private static ExplainContext around(String... workers) {
        return new ExplainContext(
                Arrays.stream(workers)
                        .map(text -> text.split(":", -1))
                        .map(parts -> worker(parts[0], parts[1]))
                        .toList(),
                0,
                0);
    }

    private static RegisteredWorker worker(String instance, String capabilities) {
        return worker("tests", "default", instance, capabilities);
    }

    private static RegisteredWorker worker(String namespace, String lane, String instance, String capabilities) {
        return new RegisteredWorker(
                new WorkerKey(new Namespace(namespace), new WorkerInstanceId(instance)),
                new WorkerId("pool"),
                WorkerOffer.of(
                        List.of(new LaneId(lane)), CapabilitySet.parseCsv(capabilities.replace('+', ',')), 30_000),
                T0,
                T0);
    }
}
