package io.flowfabric.testkit.modelled;

import java.util.List;

/** Draws the next call, from all of them or from those about a single record. */
final class Draws {
    private final Dice dice;
    private final Menu singles = new Menu();
    private final Menu all = new Menu();

    Draws(Dice dice, World world, Hands hands) {
        this.dice = dice;
        var picks = new Picks(dice, world, hands);
        var submissions = new SubmissionDraws(dice, world, picks);
        var claims = new ClaimDraws(dice, world, picks);
        var grants = new GrantDraws(dice, picks);
        var holders = new HolderDraws(dice, world, picks);
        var fences = new FenceDraws(dice, picks);
        var operators = new OperatorDraws(dice, picks);
        var timers = new TimerDraws(dice, picks);
        var workers = new WorkerDraws(dice, world);
        var cursors = new CursorDraws(dice, world);
        for (Menu menu : List.of(singles, all)) {
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
        new ReadDraws(dice, world, picks).addOthers(all);
    }

    Call<?, ?> any() {
        return all.draw(dice);
    }

    /** A call that loads no more than one execution or worker. */
    Call<?, ?> single() {
        return singles.draw(dice);
    }
}
