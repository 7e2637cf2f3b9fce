package io.flowfabric.store.testkit.modelled;

import java.util.List;

/** Draws the next call, from all of them or from those about a single record. */
final class Draws {
    private final SeededRandom random;
    private final WeightedCalls singles = new WeightedCalls();
    private final WeightedCalls all = new WeightedCalls();

    Draws(SeededRandom random, World world, IssuedHandles issuedHandles) {
        this.random = random;
        var picks = new SubjectChoice(random, world, issuedHandles);
        var submissions = new SubmissionDraws(random, world, picks);
        var claims = new ClaimDraws(random, world, picks);
        var grants = new GrantDraws(random, picks);
        var holders = new HolderDraws(random, world, picks);
        var fences = new FenceDraws(random, picks);
        var operators = new OperatorDraws(random, picks);
        var timers = new TimerDraws(random, picks);
        var workers = new WorkerDraws(random, world);
        var cursors = new CursorDraws(random, world);
        for (WeightedCalls menu : List.of(singles, all)) {
            submissions.addSingles(menu);
            grants.addSingles(menu);
            claims.addSingles(menu);
            holders.addSingles(menu);
            fences.addSingles(menu);
            operators.addSingles(menu);
            timers.addSingles(menu);
            workers.addSingles(menu);
            cursors.addSingles(menu);
        }
        submissions.addOthers(all);
        claims.addOthers(all);
        holders.addOthers(all);
        timers.addOthers(all);
        workers.addOthers(all);
        cursors.addOthers(all);
        new ReadDraws(random, world, picks).addOthers(all);
    }

    Call<?, ?> any() {
        return all.draw(random);
    }

    /** A call that loads no more than one execution or worker. */
    Call<?, ?> single() {
        return singles.draw(random);
    }
}
