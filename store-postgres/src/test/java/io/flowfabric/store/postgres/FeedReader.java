package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.read.EventReads.Positioned;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.testkit.Client;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Follows the outbox with a cursor and checks that every history it tells is unbroken. */
public final class FeedReader implements Callable<Integer> {
    private static final int PAGE = 100;

    private final Client client;
    private final Looks polls;
    private final Map<ExecutionId, Integer> priorities = new HashMap<>();
    public final List<String> complaints = new ArrayList<>();
    private volatile boolean writersDone;
    private long position;
    private int events;

    public FeedReader(Client client, Looks polls) {
        this.client = client;
        this.polls = polls;
    }

    public void writersAreDone() {
        writersDone = true;
    }

    /** Reads until the writers are done and nothing is left. Answers how many events there were. */
    @Override
    public Integer call() {
        try {
            boolean last;
            List<Positioned> page;
            do {
                last = writersDone;
                page = client.eventsAfter(position, PAGE);
                page.forEach(this::check);
                polls.polled();
            } while (!last || !page.isEmpty());
            return events;
        } finally {
            polls.end();
        }
    }

    private void check(Positioned read) {
        var id = ((ExecutionEvent) read.event()).subject().executionId();
        var step = PriorityChange.step(read.event());
        int before = priorities.getOrDefault(id, step.get(0));
        if (read.position() <= position || before != step.get(0)) {
            complaints.add(
                    "%s at %d behind %d: %s after priority %d".formatted(id, read.position(), position, step, before));
        }
        position = read.position();
        priorities.put(id, step.get(1));
        events++;
    }
}
