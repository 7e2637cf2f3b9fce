package io.flowfabric.bench.scenario;

import io.flowfabric.bench.report.Result;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Runs systems in turn. */
final class Race {
    private static final WarmUp WARM_UP = WarmUp.untilCompiled(5, Duration.ofSeconds(10));

    private final BenchProgress progress;
    private final WarmUp warmUp;

    Race(BenchProgress progress) {
        this(progress, WARM_UP);
    }

    Race(BenchProgress progress, WarmUp warmUp) {
        this.progress = progress;
        this.warmUp = warmUp;
    }

    /**
     * Runs every system as often as asked for.
     *
     * @param guests those whose failure is reported and costs them their place, but does not end the race
     */
    List<Result> run(List<Runner<?>> runners, List<Runner<?>> guests, int rounds) throws Exception {
        var field = new ArrayList<Runner<?>>(runners);
        field.addAll(guests);
        for (var runner : List.copyOf(field)) {
            attempt(runner, field, guests, "warming up", () -> warmUp.repeat(runner::warmUp));
        }
        for (int round = 1; round <= rounds; round++) {
            for (var runner : order(field, round)) {
                attempt(runner, field, guests, "run %d of %d".formatted(round, rounds), runner::run);
            }
        }
        progress.done();
        return field.stream().map(Runner::result).toList();
    }

    private interface Attempt {
        void run() throws Exception;
    }

    private void attempt(Runner<?> runner, List<Runner<?>> field, List<Runner<?>> guests, String what, Attempt attempt)
            throws Exception {
        var who = runner.subject();
        progress.phase("%s %s on %s, %s".formatted(who.scenario(), who.system(), who.store(), what));
        try {
            attempt.run();
        } catch (RuntimeException | IOException | SQLException failed) {
            if (!guests.contains(runner)) {
                throw failed;
            }
            field.remove(runner);
            progress.say("%s is left out: %s".formatted(who.system(), failed));
        }
    }

    private static List<Runner<?>> order(List<Runner<?>> field, int round) {
        var order = new ArrayList<>(field);
        if (round % 2 == 0) {
            Collections.reverse(order);
        }
        return order;
    }
}
