package io.flowfabric.store.postgres;

import io.flowfabric.engine.rules.Change;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Changes cut into runs that one statement can write: of one kind, and no execution twice, because an update that names
 * a row twice silently applies one of the two.
 */
final class Runs {
    private Runs() {}

    static List<List<Change>> of(List<Change> changes) {
        var runs = new ArrayList<List<Change>>();
        List<Change> run = new ArrayList<>();
        Set<Object> named = new HashSet<>();
        for (Change change : changes) {
            boolean fits =
                    run.isEmpty() || (run.get(0).getClass() == change.getClass() && !named.contains(subject(change)));
            if (!fits) {
                runs.add(run);
                run = new ArrayList<>();
                named.clear();
            }
            run.add(change);
            named.add(subject(change));
        }
        if (!run.isEmpty()) {
            runs.add(run);
        }
        return runs;
    }

    /** What a change is about; changes of other things than executions are written one by one. */
    private static Object subject(Change change) {
        if (change instanceof Change.Created created) {
            return created.after().id();
        }
        return change instanceof Change.OfExecution changed ? changed.after().id() : change;
    }
}
