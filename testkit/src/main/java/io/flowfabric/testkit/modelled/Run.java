package io.flowfabric.testkit.modelled;

import java.util.Optional;

/** A run of random steps. */
final class Run {
    private static final int BETWEEN_AUDITS = 50;

    private final Dice dice;
    private final Jumps jumps;
    private final Draws draws;
    private final Referee referee;
    private final Audit audit;

    /** A caller whose answer is lost calls again, at once: later it might no longer be the same call. */
    private Optional<Call<?, ?>> last = Optional.empty();

    Run(Dice dice, Jumps jumps, Draws draws, Referee referee, Audit audit) {
        this.dice = dice;
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
        switch (dice.below(30)) {
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
