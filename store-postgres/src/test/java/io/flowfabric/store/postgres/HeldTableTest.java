package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.MemoryBudget;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.store.testkit.Client;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A table that another transaction holds keeps calls waiting until their deadline, and no more than fit in memory. */
@Timeout(60)
class HeldTableTest {
    private static final Payload LARGE = Payload.of(new byte[1 << 20]);
    private static final int TOO_MANY = 5;

    @Test
    void readIsGivenUpByItsDeadline() throws Exception {
        String address = TestPostgres.freshAddress();
        try (var client = Client.of(TestPostgres.open(address));
                var foreign = TestPostgres.connect(address);
                var statement = foreign.createStatement()) {
            var id = client.create();
            foreign.setAutoCommit(false);
            statement.execute(PostgresAddress.parse(address).schema().in("LOCK TABLE ff.executions"));
            assertThatThrownBy(() -> client.store()
                            .read(
                                    Deadline.in(Duration.ofSeconds(1)),
                                    tx -> tx.executions().find(id)))
                    .isInstanceOf(OperationTimeoutException.class);
            foreign.rollback();
        }
    }

    @Test
    void resultsThatDoNotFitInMemoryAreRefused() throws Exception {
        String address = TestPostgres.freshAddress();
        var threads = Executors.newCachedThreadPool();
        try (var client = Client.of(TestPostgres.open(address));
                var foreign = TestPostgres.connect(address);
                var statement = foreign.createStatement()) {
            int fitting = (int) (MemoryBudget.ofCalls() / LARGE.size());
            client.createAll(Client.submission(), fitting + TOO_MANY);
            var claims = client.claim(fitting + TOO_MANY, Duration.ZERO);
            foreign.setAutoCommit(false);
            statement.execute(PostgresAddress.parse(address).schema().in("LOCK TABLE ff.executions IN EXCLUSIVE MODE"));

            var completions = claims.stream()
                    .map(claim -> CompletableFuture.supplyAsync(
                            () -> client.engine()
                                    .call(Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.of(LARGE))),
                            threads))
                    .toList();
            while (completions.stream()
                            .filter(CompletableFuture::isCompletedExceptionally)
                            .count()
                    < TOO_MANY) {
                Thread.sleep(1);
            }
            foreign.rollback();

            for (var one : completions) {
                one.handle((done, failure) -> {
                            if (failure != null) {
                                assertThat(failure).hasCauseInstanceOf(ResourceExhaustedException.class);
                            }
                            return done;
                        })
                        .get();
            }
            assertThat(completions)
                    .filteredOn(one -> !one.isCompletedExceptionally())
                    .isNotEmpty();
        } finally {
            threads.shutdownNow();
        }
    }
}
