package io.flowfabric.store.sqlite.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.engine.store.wakeup.Doorbells;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.store.sqlite.SqliteStoreProvider;
import io.flowfabric.store.testkit.StoreInFront;
import io.flowfabric.store.testkit.quiescence.WatchedEngines;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the concurrent suites rely on: a lost wake-up fails a test, and the failure names the work and the claim. */
class LostWakeUpTest {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    /** A store whose engine is never woken. */
    private record DeafStore(Store store, Doorbells doorbells) implements StoreInFront {
        @Override
        public void close() {
            store.close();
        }
    }

    private Store open() {
        return new SqliteStoreProvider().open("sqlite:" + directory.resolve("lost.db"), StoreOptions.DEFAULT);
    }

    @Test
    void claimThatNothingWakesIsReportedWithTheWorkThatItCouldHave() throws Exception {
        var deaf = new DeafStore(open(), new Doorbells());
        try (var engines = start(deaf)) {
            var claim = claim(engines);
            engines.awaitParked(1);
            var id = engines.client(1).create();
            assertThatThrownBy(() -> engines.answers(List.of(claim)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("Every call is parked, no transaction is open, and yet")
                    .hasMessageContaining(id.toString())
                    .hasMessageContaining("could go to ClaimRequest");
        }
    }

    @Test
    void claimThatIsWokenIsAnswered() throws Exception {
        try (var engines = start(open())) {
            var claim = claim(engines);
            engines.awaitParked(1);
            var id = engines.client(1).create();
            assertThat(engines.answers(List.of(claim)).get(0))
                    .extracting(Claim::executionId)
                    .containsExactly(id);
        }
    }

    private WatchedEngines start(Store first) {
        return WatchedEngines.start(open(), List.of(first, open()), EngineSettings.DEFAULT.withTimers(false));
    }

    private static FutureTask<List<Claim>> claim(WatchedEngines engines) {
        var claim = new FutureTask<>(() -> engines.client(0).claim(1, LONGEST_WAIT));
        new Thread(claim, "claimer").start();
        return claim;
    }
}
