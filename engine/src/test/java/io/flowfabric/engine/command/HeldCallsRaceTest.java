package io.flowfabric.engine.command;

import io.flowfabric.engine.Schedules;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Calls that met a lock and are tried again, under many schedules. */
public class HeldCallsRaceTest {
    private static final int SUBJECT = 1;

    private final BatchedWorld world = new BatchedWorld();

    @Test
    void heldCallIsCarriedOutOnceOrTakenBack() {
        Schedules.explore(HeldCallsRaceTest.class);
    }

    /** One call is held. */
    public HeldCallsRaceTest() {
        world.lock();
        world.submit(SUBJECT);
        world.endTransactions();
    }

    @Operation
    public void submit() {
        world.submit(SUBJECT);
    }

    @Operation
    public void withdraw() {
        world.withdraw();
    }

    @Operation
    public void tryAgain() {
        world.endPause();
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
