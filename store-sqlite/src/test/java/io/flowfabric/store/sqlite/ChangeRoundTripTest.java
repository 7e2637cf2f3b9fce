package io.flowfabric.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.engine.rules.record.CreateRules;
import io.flowfabric.engine.rules.record.CreateRules.Existing;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.PolicyJson;
import io.flowfabric.model.policy.retry.FixedBackoff;
import io.flowfabric.model.policy.retry.RetryPolicy;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.store.jdbc.column.ChangeColumns;
import io.flowfabric.store.sqlite.writer.TestDatabase;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.ManualClock;
import io.flowfabric.store.testkit.modelled.ModelledExecution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random rules are applied to a store and to a model beside it, and after each step both must agree: a column that a
 * kind of change forgets to write shows up here.
 */
class ChangeRoundTripTest {

    private static final int STEPS = 3000;
    private static final int EXECUTIONS = 6;

    private static final List<String> POLICIES = List.of(
            "",
            PolicyJson.write(
                    ExecutionPolicy.builder().requires(RandomRules.CAPABILITY).build()),
            PolicyJson.write(ExecutionPolicy.builder()
                    .retry(new RetryPolicy(3, new FixedBackoff(200), List.of()))
                    .attemptTimeout(Duration.ofMillis(700))
                    .maxReclaims(2)
                    .build()));

    private final ManualClock clock = new ManualClock(1_800_000_000_000L);
    private final List<ModelledExecution> models = new ArrayList<>();
    private final Set<Class<? extends Change>> applied = new HashSet<>();
    private Store store;

    @BeforeEach
    void open() {
        store = new SqliteStoreProvider().open("sqlite::memory:", StoreOptions.DEFAULT.withClock(clock));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2})
    void whatIsLoadedAgainIsWhatTheRuleDecided(long seed) throws Exception {
        var random = new Random(seed);
        var rules = new RandomRules(random);
        for (int step = 0; step < STEPS; step++) {
            if (models.isEmpty() || random.nextInt(25) == 0) {
                create(random);
            }
            int recent = Math.min(EXECUTIONS, models.size());
            var model = models.get(models.size() - 1 - random.nextInt(recent));
            decide(model, rules.next());
            check(model, "step " + step);
            clock.advance(Duration.ofMillis(random.nextInt(100)));
        }
        assertThat(applied)
                .containsAll(ChangeColumns.kinds())
                .contains(Change.GrantIssued.class, Change.GrantRemoved.class);
    }

    private void create(Random random) throws Exception {
        var id = new ExecutionId(random.nextInt(256), new UUID(random.nextLong(), random.nextLong()));
        var args = CreateExecution.of(Client.NAMESPACE, Client.LANE, "charge")
                .priority(random.nextInt(10))
                .policyJson(POLICIES.get(random.nextInt(POLICIES.size())))
                .tag(Tags.INSTANCE_ID, "i-" + random.nextInt(3));
        if (random.nextInt(3) == 0) {
            args.delayUntil(clock.millis() + 300);
        }
        if (random.nextInt(3) == 0) {
            args.deadlineAt(clock.millis() + 20_000);
        }
        var created = write(tx -> {
            var decision = CreateRules.create(args.build(), id, Existing.NOTHING, tx.now());
            tx.apply(decision.changes());
            return decision.changes();
        });
        models.add(new ModelledExecution((Change.Created) created.get(0)));
    }

    private void decide(ModelledExecution model, RandomRules.Rule rule) throws Exception {
        var id = model.execution().id();
        var changes = write(tx -> {
            var loaded = tx.executions().lock(List.of(id)).get(id);
            assertThat(loaded).isEqualTo(model.loaded());
            var decision = rule.decide(loaded, tx.now());
            tx.apply(decision.changes());
            tx.events().append(decision.events());
            return decision.changes();
        });
        for (Change change : changes) {
            model.apply(change);
            applied.add(change.getClass());
        }
    }

    private void check(ModelledExecution model, String step) {
        var id = model.execution().id();
        store.read(deadline(), tx -> {
            assertThat(tx.executions().find(id)).as(step).contains(model.execution());
            assertThat(tx.executions().attempts(id, Limits.ATTEMPTS)).as(step).isEqualTo(model.attempts());
            assertThat(tx.executions().result(id)).as(step).isEqualTo(model.result());
            return id;
        });
    }

    private List<Change> write(Store.Unit<WriteTx, List<Change>> unit) throws Exception {
        return TestDatabase.get(store.write(0, deadline(), unit));
    }

    private static Deadline deadline() {
        return Deadline.in(Duration.ofSeconds(30));
    }
}
