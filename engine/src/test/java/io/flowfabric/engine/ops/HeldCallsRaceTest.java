package io.flowfabric.engine.ops;

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
        world.setLocked(true);
        world.submit(SUBJECT);
        world.endTransaction();
        world.setLocked(false);
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
    public void endTransaction() {
        world.endTransaction();
    }

    @Validate
    public void everyCallIsOver() {
        world.checkAll();
    }
}
