package io.flowfabric.cli.demo;

import io.flowfabric.model.state.AttemptType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The result of a demo, from what the store holds.
 *
 * @param lost how many executions did not end as completed
 * @param doubled how many were completed more than once
 * @param problems a sentence for each thing that should not be, lost and doubled ones included
 */
record DemoAudit(int lost, int doubled, List<String> problems) {

    /** Judges the trails; {@code work} has the work of each at the same place. */
    static DemoAudit of(List<Trail> trails, List<DemoWork> work) {
        int lost = 0;
        int doubled = 0;
        var problems = new ArrayList<String>();
        for (int i = 0; i < trails.size(); i++) {
            var trail = trails.get(i);
            boolean isDoubled = trail.completions() > 1 || trail.successes() > 1;
            boolean isLost = !trail.isCompleted() || trail.completions() == 0;
            lost += isLost ? 1 : 0;
            doubled += isDoubled ? 1 : 0;
            problemsOf(trail, work.get(i)).forEach(problem -> problems.add(trail.id() + " " + problem));
        }
        return new DemoAudit(lost, doubled, List.copyOf(problems));
    }

    boolean isClean() {
        return lost == 0 && doubled == 0 && problems.isEmpty();
    }

    private static List<String> problemsOf(Trail trail, DemoWork work) {
        var problems = new ArrayList<String>();
        if (!trail.isCompleted()) {
            problems.add("did not complete: "
                    + trail.state().map(state -> "it is " + state.literal()).orElse("the store does not know it"));
        }
        if (trail.completions() != 1) {
            problems.add("has " + trail.completions() + " completion events instead of one");
        }
        if (trail.successes() != 1) {
            problems.add("was completed by " + trail.successes() + " attempts instead of one");
        }
        if (!isStrictlyIncreasing(trail.epochs())) {
            problems.add("was leased under epochs that do not increase: " + trail.epochs());
        }
        if (!attemptsAreConsistent(trail)) {
            problems.add("has attempts that do not add up: " + trail.counters() + " and " + trail.attempts());
        }
        if (trail.result()
                .filter(result -> Arrays.equals(result.bytes(), work.result()))
                .isEmpty()) {
            problems.add("has a wrong result");
        }
        return problems;
    }

    /** Each attempt was counted, numbered in turn, leased once, and begun for a reason that was counted too. */
    private static boolean attemptsAreConsistent(Trail trail) {
        for (int i = 0; i < trail.attempts().size(); i++) {
            if (trail.attempts().get(i).index() != i) {
                return false;
            }
        }
        return trail.counters().attempts() == trail.attempts().size()
                && trail.epochs().size() >= trail.attempts().size()
                && trail.counters().retries() == trail.attemptsOf(AttemptType.RETRY)
                // The reclaim of what its worker had not begun is not counted.
                && trail.counters().reclaims() <= trail.attemptsOf(AttemptType.RECLAIM);
    }

    private static boolean isStrictlyIncreasing(List<Long> epochs) {
        for (int i = 1; i < epochs.size(); i++) {
            if (epochs.get(i) <= epochs.get(i - 1)) {
                return false;
            }
        }
        return true;
    }
}
