package io.flowfabric.cli.doctor;

import io.flowfabric.cli.doctor.Diagnosis.Finding;
import io.flowfabric.cli.doctor.Diagnosis.Fine;
import io.flowfabric.model.error.UnavailableException;

/** What follows from commits and cannot be carried out. */
final class FollowUpCheck implements Check {
    @Override
    public String subject() {
        return "follow-ups";
    }

    @Override
    public Diagnosis look(CheckTarget target) {
        try {
            var followUps = target.engine().load().followUps();
            return followUps.failing() == 0
                    ? new Fine(
                            followUps.waiting() == 0
                                    ? "none is waiting"
                                    : Counted.of(followUps.waiting(), "follow-up") + " waiting, none keeps failing")
                    : new Finding(
                            Counted.of(followUps.failing(), "follow-up") + " failed five times in a row or more",
                            "Work that a committed change has caused is not done, such as unblocking executions for a worker"
                                    + " that has registered.",
                            "The log of the programs on this store names each of them with its error, at level WARN. Correct"
                                    + " the cause; each is tried again at least once a minute and is never dropped.");
        } catch (UnavailableException behindAServer) {
            return DatabaseCheck.OUT_OF_REACH;
        }
    }
}
