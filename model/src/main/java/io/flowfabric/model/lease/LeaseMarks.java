package io.flowfabric.model.lease;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;

/**
 * What the holder of a lease has said about itself. Most say nothing.
 *
 * @param unstarted it claimed ahead and has not reported that the work began
 * @param acknowledgesRevoke it reports when it has stopped after a revoke, and the execution cannot be reclaimed before
 *     that or before the lease would have ended
 */
public record LeaseMarks(boolean unstarted, boolean acknowledgesRevoke) {
    /** The holder has begun and promises nothing. */
    public static final LeaseMarks NONE = new LeaseMarks(false, false);

    private static final int UNSTARTED = 1;
    private static final int ACKNOWLEDGES_REVOKE = 2;
    private static final int ALL = UNSTARTED | ACKNOWLEDGES_REVOKE;

    /** Both as one small number; 0 is {@link #NONE}, and 2 or more means that a revoke is acknowledged. */
    public int number() {
        return (unstarted ? UNSTARTED : 0) | (acknowledgesRevoke ? ACKNOWLEDGES_REVOKE : 0);
    }

    /** The marks of a number. Fails with {@code corruption} when the number has unknown bits. */
    public static LeaseMarks ofNumber(int number) {
        if ((number & ~ALL) != 0) {
            throw EngineError.of(
                            ErrorCode.CORRUPTION,
                            "lease_marks: " + number,
                            "No marks have this number; the row was written by a newer program, or damaged.")
                    .toException();
        }
        return new LeaseMarks((number & UNSTARTED) != 0, (number & ACKNOWLEDGES_REVOKE) != 0);
    }

    /** The work has begun. */
    public LeaseMarks started() {
        return unstarted ? new LeaseMarks(false, acknowledgesRevoke) : this;
    }

    /** The same without an acknowledgement to wait for. */
    public LeaseMarks withoutAcknowledging() {
        return acknowledgesRevoke ? new LeaseMarks(unstarted, false) : this;
    }
}
