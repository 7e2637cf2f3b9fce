package io.flowfabric.engine.command;

import io.flowfabric.engine.Schedules;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Calls that share transactions, under many schedules. */
@Param(name = "subject", gen = IntGen.class, conf = "1:3")
public class BatcherRaceTest {
    private final BatchedWorld world = new BatchedWorld();

    @Test
    void everyCallIsCarriedOutOnceAndGetsItsOwnAnswer() {
        Schedules.explore(BatcherRaceTest.class);
    }

    /** Both places are taken. */
    public BatcherRaceTest() {
        world.submit(1);
        world.submit(2);
    }

    @Operation
    public void submit(@Param(name = "subject") int subject) {
        world.submit(subject);
    }

    @Operation
    public void endTransactions() {
        world.endTransactions();
    }

    @Validate
    public void everyCallIsOver() {
        world.checkAll();
    }
}
