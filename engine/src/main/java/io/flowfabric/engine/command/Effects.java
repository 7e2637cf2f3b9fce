package io.flowfabric.engine.command;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.FollowUp;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.event.Event;
import java.util.ArrayList;
import java.util.List;

/** What several decisions of one transaction imply, to be stored together. Used by one thread. */
public final class Effects {
    private List<Change> changes = new ArrayList<>();
    private List<Event> events = new ArrayList<>();
    private List<FollowUp> followUps = new ArrayList<>();

    public void add(Decision<?> decision) {
        changes.addAll(decision.changes());
        addBesidesChanges(decision);
    }

    /** For a decision whose changes are applied already. */
    void addBesidesChanges(Decision<?> decision) {
        events.addAll(decision.events());
        followUps.addAll(decision.followUps());
    }

    /**
     * Stores all that was added since the last time. The transaction keeps the lists until its commit, so new ones
     * follow.
     */
    public void store(WriteTx tx) {
        CommandExecutor.store(tx, changes, events, followUps);
        changes = new ArrayList<>();
        events = new ArrayList<>();
        followUps = new ArrayList<>();
    }
}
