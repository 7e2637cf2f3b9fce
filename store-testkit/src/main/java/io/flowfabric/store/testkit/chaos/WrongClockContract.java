package io.flowfabric.store.testkit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.VectorRow;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.StoreContract;
import io.flowfabric.store.testkit.chaos.WrongClockProcess.Order;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Two processes whose clocks are an hour ahead and an hour behind work on a store that has a clock of its own, and change
 * nothing: what has half an hour left is left alone by both, what is due is done by both, and no time that they store is
 * theirs. In these processes every class outside the JDK is wrong about the time, the pool and the driver included.
 */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class WrongClockContract extends StoreContract {
    private static final Duration SKEW = Duration.ofHours(1);
    private static final Duration HALF = SKEW.dividedBy(2);
    private static final Duration MOMENT = Duration.ofMillis(1);

    private Client client;
    private ChildJvm ahead;
    private ChildJvm behind;

    @BeforeAll
    void start() throws IOException {
        String address = fixture().freshAddress();
        client = Client.open(address);
        ahead = ChildJvm.startSkewed(SKEW, WrongClockProcess.class, address);
        behind = ChildJvm.startSkewed(SKEW.negated(), WrongClockProcess.class, address);
    }

    @AfterAll
    void stop() throws IOException {
        ahead.close();
        behind.close();
        client.close();
    }

    @AfterEach
    void cancelWhatIsLeft() {
        client.ids().stream().filter(id -> !find(id).publicState().isTerminal()).forEach(this::cancelled);
    }

    @Test
    void clocksOfTheProcessesAreWrong() throws IOException {
        assertThat(Long.parseLong(tell(ahead, Order.TIME))).isGreaterThan(storeTime() + HALF.toMillis());
        assertThat(Long.parseLong(tell(behind, Order.TIME))).isLessThan(storeTime() - HALF.toMillis());
    }

    @Test
    void whatIsNotDueIsLeftAlone() throws IOException {
        long later = storeTime() + HALF.toMillis();
        String keptForHalf = "{\"stream_policy\":{\"retention_ttl_ms\":%d}}".formatted(HALF.toMillis());
        var ids = List.of(
                leasedFor(HALF),
                client.create(Client.submission().delayUntil(later)),
                client.create(Client.submission().delayUntil(later + 1).deadlineAt(later)),
                cancelled(client.create(Client.submission().policyJson(keptForHalf))));
        var before = described(ids);

        for (var process : List.of(ahead, behind)) {
            tell(process, Order.TIMERS);
            assertThat(tell(process, Order.CLAIM)).isEmpty();
        }

        assertThat(described(ids)).isEqualTo(before);
    }

    @Test
    void whatIsDueIsDone() throws IOException {
        for (var process : List.of(ahead, behind)) {
            var expired = leasedFor(MOMENT);
            var delayed = client.create(Client.submission().delayUntil(storeTime() + MOMENT.toMillis()));
            awaitStoreTime(storeTime() + 2 * MOMENT.toMillis());

            tell(process, Order.TIMERS);

            assertThat(find(expired).vector().row()).isEqualTo(VectorRow.LEASE_EXPIRED);
            assertThat(find(delayed).publicState()).isEqualTo(PublicState.WAITING);
            for (var id : List.of(expired, delayed)) {
                assertThat(tell(process, Order.CLAIM)).isEqualTo(id.toString());
                tell(process, Order.COMPLETE);
            }
        }
    }

    @Test
    void timesAreThoseOfTheStore() throws IOException {
        for (var process : List.of(ahead, behind)) {
            var id = client.create();
            long begun = storeTime();
            assertThat(tell(process, Order.CLAIM)).isEqualTo(id.toString());
            assertThat(find(id).lease().orElseThrow().lastRenewedAt()).isBetween(begun, storeTime());
            tell(process, Order.COMPLETE);
            assertThat(find(id).timing().startedAt().orElseThrow()).isBetween(begun, storeTime());
            assertThat(find(id).timing().completedAt().orElseThrow()).isBetween(begun, storeTime());
        }
    }

    @Test
    void idempotencyKeyIsRememberedForItsWindow() throws IOException {
        var first = submit("order-1", HALF);
        assertThat(tell(ahead, Order.SUBMIT, "order-1")).isEqualTo(first.toString());
    }

    @Test
    void idempotencyKeyIsForgottenAfterItsWindow() throws IOException {
        var first = submit("order-2", MOMENT);
        awaitStoreTime(storeTime() + 2 * MOMENT.toMillis());
        assertThat(tell(behind, Order.SUBMIT, "order-2")).isNotEqualTo(first.toString());
    }

    private static String tell(ChildJvm process, Order order, String... words) throws IOException {
        process.say(order + " " + String.join(" ", words));
        return process.hear(order.name());
    }

    private long storeTime() {
        return client.engine().call(Catalogue.SERVER_TIME_MS, NoArguments.NONE);
    }

    private void awaitStoreTime(long moment) {
        while (storeTime() < moment) {
            Thread.onSpinWait();
        }
    }

    /** An execution that a worker with a right clock has claimed. */
    private ExecutionId leasedFor(Duration lease) {
        var id = client.create();
        assertThat(client.claim(new WorkerInstanceId("right"), 1, lease, Duration.ZERO))
                .singleElement()
                .satisfies(claim -> assertThat(claim.executionId()).isEqualTo(id));
        return id;
    }

    private ExecutionId submit(String key, Duration window) {
        var policy = ExecutionPolicy.builder().dedupWindow(window).build();
        return client.create(Client.submission().idempotencyKey(key).policy(policy));
    }

    private ExecutionId cancelled(ExecutionId id) {
        client.engine().call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "not needed"));
        return id;
    }

    private Execution find(ExecutionId id) {
        return client.find(id).orElseThrow();
    }

    private List<Execution> described(List<ExecutionId> ids) {
        return ids.stream().map(this::find).toList();
    }
}
