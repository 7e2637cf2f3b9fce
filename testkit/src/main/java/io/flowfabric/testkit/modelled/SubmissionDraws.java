package io.flowfabric.testkit.modelled;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.store.WriteTx.ScopedKey;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.CancelExecution;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.CreateExecutionBuilder;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.SubmitBatch;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;

/** Submissions, alone and in batches. */
final class SubmissionDraws {
    private static final int MOST_UNENDED = 60;

    private final Dice dice;
    private final World world;
    private final Picks picks;

    SubmissionDraws(Dice dice, World world, Picks picks) {
        this.dice = dice;
        this.world = world;
        this.picks = picks;
    }

    /** Calls about one record. */
    void addSingles(Menu menu) {
        menu.add(16, this::create);
    }

    void addOthers(Menu menu) {
        menu.add(4, this::batch);
    }

    /** A submission, unless there are enough; then one of them goes, so that the others are met more often. */
    private Call<?, ?> create() {
        return isCrowded()
                ? new Call<>(
                        Catalogue.CANCEL_EXECUTION,
                        CancelExecution.byOperator(picks.where(Standing::isUnended), "too many"))
                : new Call<>(Catalogue.CREATE_EXECUTION, submission());
    }

    private Call<?, ?> batch() {
        int size = isCrowded() ? 0 : dice.below(6);
        return new Call<>(
                Catalogue.SUBMIT_BATCH,
                new SubmitBatch(Stream.generate(this::submission).limit(size).toList()));
    }

    private CreateExecution submission() {
        var namespace = dice.pick(Cast.NAMESPACES);
        String key = key(namespace);
        var submission = CreateExecution.of(namespace, dice.pick(Cast.LANES), dice.pick(Cast.KINDS))
                .priority(dice.pick(Cast.PRIORITIES))
                .creator(dice.pick(Cast.REASONS))
                .policyJson(dice.pick(key.isEmpty() ? Cast.POLICIES : Cast.POLICIES_WITH_WINDOW))
                .input(payload());
        for (String tag : dice.some(Cast.TAGS)) {
            submission.tag(tag, "v" + dice.below(3));
        }
        if (dice.oneIn(40)) {
            submission.tag("No Tag", "");
        }
        if (!key.isEmpty() || dice.oneIn(10)) {
            submission.idempotencyKey(key);
        }
        if (dice.oneIn(4)) {
            submission.delayUntil(world.now() + dice.between(-50, 2_000));
        }
        if (dice.oneIn(2)) {
            submission.deadlineAt(world.now() + dice.between(-50, 40_000));
        }
        boolean duplicate = !key.isEmpty()
                && world.standsFor(new ScopedKey(namespace, new IdempotencyKey(key)))
                        .isPresent();
        return (duplicate && dice.oneIn(2) ? submission : named(submission)).build();
    }

    /** Mostly none; otherwise any, but rather one whose window ends about now. */
    private String key(Namespace namespace) {
        var ending = Cast.KEYS.stream()
                .filter(key -> Optional.ofNullable(world.keys().get(new ScopedKey(namespace, new IdempotencyKey(key))))
                        .filter(kept -> Math.abs(kept.until() - world.now()) <= 1)
                        .isPresent())
                .toList();
        if (!ending.isEmpty()) {
            return dice.pick(ending);
        }
        return dice.oneIn(3) ? dice.pick(Cast.KEYS) : "";
    }

    /** Ids are drawn here: ids chosen by the engine would make every run another one. */
    private CreateExecutionBuilder named(CreateExecutionBuilder submission) {
        return submission.id(dice.oneIn(12) ? picks.any() : picks.newId());
    }

    private Payload payload() {
        return switch (dice.below(3)) {
            case 0 -> Payload.EMPTY;
            case 1 -> Payload.json("{\"n\":" + dice.below(100) + "}");
            default -> new Payload(dice.uuid().toString().getBytes(StandardCharsets.UTF_8), Optional.of("größe/x"));
        };
    }

    private boolean isCrowded() {
        return world.executions().stream().filter(Standing::isUnended).count() > MOST_UNENDED;
    }
}
