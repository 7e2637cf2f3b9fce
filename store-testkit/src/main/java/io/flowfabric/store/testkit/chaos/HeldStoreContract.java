package io.flowfabric.store.testkit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.LongRuns;
import io.flowfabric.store.testkit.StoreContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A process that ends at the first OutOfMemoryError completes executions while another holds the store up, with results
 * that weigh more than half of its heap. 320 results of 1 MiB in 512 MiB with {@code -Dff.long}, 40 in 64 MiB otherwise.
 */
@Timeout(300)
public abstract class HeldStoreContract extends StoreContract {
    private static final int HEAP_MIB = LongRuns.rounds(512, 64);
    private static final int RESULTS = HEAP_MIB * 5 / 8;

    /** Lets no engine write to the store until it is closed. */
    protected abstract AutoCloseable hold(String address) throws Exception;

    @Test
    void resultsBeyondTheMemoryAreRefusedAndTheOthersStored() throws Exception {
        String address = fixture().freshAddress();
        try (var other = Client.open(address);
                var child = ChildJvm.startSmall(HEAP_MIB, HeldStoreProcess.class, address, RESULTS)) {
            child.hear("claimed");
            completeWhileHeld(child, address);
            int stored = Integer.parseInt(child.hear("stored"));
            assertThat(stored).as("not all of %d results fit", RESULTS).isBetween(1, RESULTS - 1);
            assertThat(other.ids())
                    .as("what was refused was not stored, all that was taken was")
                    .filteredOn(id -> isCompleted(other, id))
                    .hasSize(stored);

            child.say("repeat");
            assertThat(child.hear("repeated")).isEqualTo(Integer.toString(RESULTS - stored));
            assertThat(other.ids()).hasSize(RESULTS).allMatch(id -> isCompleted(other, id));

            child.hear("parked");
            String id = other.create().toString();
            assertThat(child.hear("woken")).isEqualTo(id);
            child.awaitEnd();
        }
    }

    private void completeWhileHeld(ChildJvm child, String address) throws Exception {
        var held = hold(address);
        try {
            child.say("complete");
            child.hear("refused");
        } finally {
            held.close();
        }
    }

    private static boolean isCompleted(Client client, ExecutionId id) {
        return client.find(id).orElseThrow().publicState() == PublicState.COMPLETED;
    }
}
