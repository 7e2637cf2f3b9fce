package io.flowfabric.store.testkit.contract.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.write.DueLocks;
import io.flowfabric.engine.store.write.RecordLocks;
import io.flowfabric.engine.store.write.WorkerWrites.WorkerDue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.model.worker.WorkerOffer;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What all families of records promise alike: how they are locked by key, and what of them is due. */
public abstract class FamilyContract extends ContractSuite {

    @Test
    public void everyKindOfDueWorkIsAnswered() throws Exception {
        var answered = new ArrayList<String>();
        for (Method family : families(DueLocks.class)) {
            for (Enum<?> kind : kinds(family.getReturnType())) {
                assertThat(this.<List<?>>write(tx -> lockDue(family, tx, kind)))
                        .as("%s of %s", kind, family.getName())
                        .isEmpty();
                answered.add(kind.name());
            }
        }

        assertThat(answered)
                .containsExactlyInAnyOrder("LEASE_EXPIRY", "DELAY", "ATTEMPT_TIMEOUT", "DEADLINE", "LIVENESS");
    }

    @Test
    public void workersAreDueFromTheMomentAfterTheirLastAndTheLongestDueComeFirst() {
        store(worker("c", 1), worker("b", 2), worker("a", 3), worker("d", 9));

        assertThat(dueWorkers(START + 2, 9)).containsExactly(key("c"));
        assertThat(dueWorkers(START + 4, 9)).containsExactly(key("c"), key("b"), key("a"));
        assertThat(dueWorkers(START + 4, 2)).containsExactly(key("c"), key("b"));
    }

    @Test
    public void namedOnesAreLeftOutAndOthersTakeTheirPlaces() {
        store(worker("c", 1), worker("b", 2), worker("a", 3), worker("d", 9));

        assertThat(dueWorkers(START + 4, 2, key("c"), key("d"))).containsExactly(key("b"), key("a"));
    }

    @Test
    public void workersAreFoundByKey() {
        var stored = worker("a", 5);
        store(stored, worker("b", 5));

        assertFound(WriteTx::workers, Map.of(key("a"), stored), key("unknown"));
    }

    @Test
    public void cursorsAreFoundByKey() {
        var stored = cursor("a");
        write(tx -> {
            tx.apply(List.of(new Change.CursorCreated(stored), new Change.CursorCreated(cursor("b"))));
            return stored;
        });

        assertFound(
                WriteTx::cursors,
                Map.of(stored.key(), stored),
                cursor("unknown").key());
    }

    @Test
    public void executionsAreFoundById() {
        var id = create();
        var loaded = write(tx -> tx.executions().lock(List.of(id))).get(id);

        assertFound(WriteTx::executions, Map.of(id, loaded), unknown());
    }

    private interface Family<K, V> {
        RecordLocks<K, V> of(WriteTx tx);
    }

    /** Every way to find records finds these, and not the unknown one. */
    private <K, V> void assertFound(Family<K, V> family, Map<K, V> stored, K unknown) {
        var keys = new ArrayList<>(stored.keySet());
        keys.add(unknown);

        assertThat(this.<Map<K, V>>write(tx -> family.of(tx).lock(keys))).isEqualTo(stored);
        assertThat(this.<Map<K, V>>write(tx -> family.of(tx).tryLock(keys))).isEqualTo(stored);
        assertThat(this.<Collection<K>>write(tx -> List.copyOf(family.of(tx).existing(keys))))
                .containsExactlyInAnyOrderElementsOf(stored.keySet());
    }

    private static List<Method> families(Class<?> contract) {
        return Arrays.stream(WriteTx.class.getMethods())
                .filter(method -> contract.isAssignableFrom(method.getReturnType()))
                .toList();
    }

    /** The constants of the enum that a family of due work names. */
    private static List<Enum<?>> kinds(Class<?> family) {
        var kinds = new ArrayList<Enum<?>>();
        for (var type : family.getGenericInterfaces()) {
            if (type instanceof ParameterizedType contract && contract.getRawType() == DueLocks.class) {
                for (Object kind : ((Class<?>) contract.getActualTypeArguments()[0]).getEnumConstants()) {
                    kinds.add((Enum<?>) kind);
                }
            }
        }
        return kinds;
    }

    private static List<?> lockDue(Method family, WriteTx tx, Enum<?> kind) {
        try {
            var lockDue = DueLocks.class.getMethod("lockDue", Enum.class, long.class, int.class, Collection.class);
            return (List<?>) lockDue.invoke(family.invoke(tx), kind, tx.now(), 10, List.of());
        } catch (ReflectiveOperationException failed) {
            throw new AssertionError("The store does not answer " + kind, failed);
        }
    }

    private List<WorkerKey> dueWorkers(long now, int limit, WorkerKey... except) {
        return write(tx -> tx.workers().lockDue(WorkerDue.LIVENESS, now, limit, List.of(except)));
    }

    private void store(RegisteredWorker... workers) {
        write(tx -> {
            tx.apply(
                    Arrays.stream(workers).<Change>map(Change.WorkerStored::new).toList());
            return workers;
        });
    }

    private static WorkerKey key(String instance) {
        return new WorkerKey(SHOP, new WorkerInstanceId(instance));
    }

    private static RegisteredWorker worker(String instance, long livenessTtlMs) {
        var offer = WorkerOffer.of(List.of(LANE), CapabilitySet.EMPTY, livenessTtlMs);
        return new RegisteredWorker(key(instance), new WorkerId("w"), offer, START, START);
    }

    private static NamedCursor cursor(String name) {
        return new NamedCursor(
                new CursorKey(SHOP, new CursorName(name)), EventCursor.ofNumber(0), 0, Optional.empty(), START);
    }
}
