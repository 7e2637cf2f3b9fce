package io.flowfabric.store.testkit.modelled;

import java.util.Optional;

/** A run of random steps. */
final class Run {
    private static final int BETWEEN_AUDITS = 50;

    private final SeededRandom random;
    private final ClockJumps jumps;
    private final Draws draws;
    private final Referee referee;
    private final StateComparison audit;

    /** A caller whose answer is lost calls again, at once: later it might no longer be the same call. */
    private Optional<Call<?, ?>> last = Optional.empty();

    Run(SeededRandom random, ClockJumps jumps, Draws draws, Referee referee, StateComparison audit) {
        this.random = random;
        this.jumps = jumps;
        this.draws = draws;
        this.referee = referee;
        this.audit = audit;
    }

    void take(int steps) {
        for (int step = 1; step <= steps; step++) {
            take();
            if (step % BETWEEN_AUDITS == 0 || step == steps) {
                audit.everything();
            }
        }
    }

    private void take() {
        switch (random.below(30)) {
            case 0, 1 -> {
                jumps.ahead();
                referee.timers();
                last = Optional.empty();
            }
            case 2 -> {
                jumps.back(() -> referee.call(draws.single()));
                last = Optional.empty();
            }
            case 3 -> last.ifPresent(referee::call);
            default -> {
                jumps.ahead();
                var call = draws.any();
                referee.call(call);
                last = Optional.of(call);
            }
        }
    }
}
