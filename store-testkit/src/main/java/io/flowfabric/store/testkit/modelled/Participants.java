package io.flowfabric.store.testkit.modelled;

import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.ExecutionPolicyBuilder;
import io.flowfabric.model.policy.PolicyJson;
import io.flowfabric.model.policy.StreamPolicy;
import io.flowfabric.model.policy.retry.ExponentialBackoff;
import io.flowfabric.model.policy.retry.FixedBackoff;
import io.flowfabric.model.policy.retry.RetryPolicy;
import io.flowfabric.model.tag.Tags;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** Workers, subscribers, lanes and executions of a run: few of each, so that they meet. */
final class Participants {
    private static final Namespace SHOP = new Namespace("shop");
    private static final LaneId MAIN = new LaneId("main");
    private static final LaneId SIDE = new LaneId("side lane");
    private static final LaneId MAIL = new LaneId("mail");

    /** Mostly the same, so that there is a queue in which many wait. */
    static final List<Namespace> NAMESPACES = List.of(SHOP, SHOP, SHOP, new Namespace("bank"));

    static final List<LaneId> LANES = List.of(MAIN, MAIN, MAIN, SIDE, MAIL);

    /** Those that one claim may be about, and one that nothing is submitted to. */
    static final List<LaneId> CLAIMED_TOGETHER = List.of(SIDE, MAIN, new LaneId("idle"), MAIL);

    /** The lane of calls that name one without meaning it. */
    static final LaneId INFORMATIONAL_LANE = new LaneId("elsewhere");

    static final List<WorkerId> WORKERS = List.of(new WorkerId("w1"), new WorkerId("w2"), new WorkerId("w3"));
    static final List<WorkerInstanceId> INSTANCES =
            List.of(new WorkerInstanceId("w-a"), new WorkerInstanceId("w-b"), new WorkerInstanceId("W-ä"));
    static final List<SubscriberId> SUBSCRIBERS = List.of(new SubscriberId("s1"), new SubscriberId("s2"));
    static final List<CursorName> CURSORS = List.of(new CursorName("billing"), new CursorName("Prüfung"));
    static final List<String> CAPABILITIES = List.of("gpu", "arm");
    static final List<String> KINDS = List.of("charge", "mail", "größe");
    static final List<String> KEYS = List.of("k1", "k2", "k3", "schlüssel");

    /** Texts of these sort in another order than their numbers. */
    static final List<Integer> PARTITIONS = List.of(0, 1, 10, 19, 2, 255);

    static final List<Integer> PRIORITIES = List.of(0, 0, 0, 5, 5, 9000, 9001, -7);
    static final List<String> TAGS = List.of(Tags.INSTANCE_ID, "acme.order", "acme.x_1.y");
    static final List<String> REASONS = List.of("", "because", "weil's so ist", "long ".repeat(1000));

    static final List<Long> LEASE_TTLS = List.of(300L, 3_000L, 10_000L, 30_000L);

    /** No backoff has jitter: what the engine draws for it, the model cannot know. */
    static final List<String> POLICIES = List.of(
            "",
            "",
            json(policy()),
            json(policy().requires("gpu").retry(RetryPolicy.of(2, new FixedBackoff(150)))),
            json(policy().requires("gpu", "arm").maxReclaims(1)),
            json(policy().retry(new RetryPolicy(
                            4, new ExponentialBackoff(50, 400, 2.0, false), List.of("network", "timeout")))
                    .attemptTimeout(Duration.ofMillis(700))),
            json(policy().attemptTimeout(Duration.ofSeconds(2))
                    .executionDeadline(Duration.ofSeconds(15))
                    .maxReplays(1)
                    .maxReclaims(0)),
            json(policy().stream(kept(60_000))),
            "{\"retry_policy\":7}");

    /** For submissions with an idempotency key: the window of the others outlasts every run. */
    static final List<String> POLICIES_WITH_WINDOW = List.of(
            json(policy().dedupWindow(Duration.ofSeconds(2)).stream(kept(3_000))),
            json(policy().dedupWindow(Duration.ofMillis(300))),
            json(policy().dedupWindow(Duration.ZERO)));

    private Participants() {}

    private static ExecutionPolicyBuilder policy() {
        return ExecutionPolicy.builder();
    }

    private static StreamPolicy kept(long retentionMs) {
        return new StreamPolicy(StreamPolicy.DEFAULT_DURABILITY_MODE, 10, OptionalLong.of(retentionMs));
    }

    private static String json(ExecutionPolicyBuilder policy) {
        return PolicyJson.write(policy.build());
    }
}
