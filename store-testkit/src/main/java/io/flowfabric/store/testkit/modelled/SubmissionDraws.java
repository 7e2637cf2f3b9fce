package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.write.KeyWrites.ScopedKey;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.op.submit.SubmitBatch;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;

/** Submissions, alone and in batches. */
final class SubmissionDraws {
    private static final int MOST_UNENDED = 60;

    private final SeededRandom random;
    private final World world;
    private final SubjectChoice picks;

    SubmissionDraws(SeededRandom random, World world, SubjectChoice picks) {
        this.random = random;
        this.world = world;
        this.picks = picks;
    }

    /** Calls about one record. */
    void addSingles(WeightedCalls menu) {
        menu.add(16, this::create);
    }

    void addOthers(WeightedCalls menu) {
        menu.add(4, this::batch);
    }

    /** A submission, unless there are enough; then one of them goes, so that the others are met more often. */
    private Call<?, ?> create() {
        return isCrowded()
                ? new Call<>(
                        Catalogue.CANCEL_EXECUTION,
                        CancelExecution.byOperator(picks.where(ExecutionStage::isUnended), "too many"))
                : new Call<>(Catalogue.CREATE_EXECUTION, submission());
    }

    private Call<?, ?> batch() {
        int size = isCrowded() ? 0 : random.below(6);
        return new Call<>(
                Catalogue.SUBMIT_BATCH,
                new SubmitBatch(Stream.generate(this::submission).limit(size).toList()));
    }

    private CreateExecution submission() {
        var namespace = random.pick(Participants.NAMESPACES);
        String key = key(namespace);
        var submission = CreateExecution.of(namespace, random.pick(Participants.LANES), random.pick(Participants.KINDS))
                .priority(random.pick(Participants.PRIORITIES))
                .creator(random.pick(Participants.REASONS))
                .policyJson(random.pick(key.isEmpty() ? Participants.POLICIES : Participants.POLICIES_WITH_WINDOW))
                .input(payload());
        for (String tag : random.some(Participants.TAGS)) {
            submission.tag(tag, "v" + random.below(3));
        }
        if (random.oneIn(40)) {
            submission.tag("No Tag", "");
        }
        if (!key.isEmpty() || random.oneIn(10)) {
            submission.idempotencyKey(key);
        }
        if (random.oneIn(4)) {
            submission.delayUntil(world.now() + random.between(-50, 2_000));
        }
        if (random.oneIn(2)) {
            submission.deadlineAt(world.now() + random.between(-50, 40_000));
        }
        boolean duplicate = !key.isEmpty()
                && world.standsFor(new ScopedKey(namespace, new IdempotencyKey(key)))
                        .isPresent();
        return (duplicate && random.oneIn(2) ? submission : named(submission)).build();
    }

    /** Mostly none; otherwise any, but rather one whose window ends about now. */
    private String key(Namespace namespace) {
        var ending = Participants.KEYS.stream()
                .filter(key -> Optional.ofNullable(world.keys().get(new ScopedKey(namespace, new IdempotencyKey(key))))
                        .filter(kept -> Math.abs(kept.until() - world.now()) <= 1)
                        .isPresent())
                .toList();
        if (!ending.isEmpty()) {
            return random.pick(ending);
        }
        return random.oneIn(3) ? random.pick(Participants.KEYS) : "";
    }

    /** Ids are drawn here: ids chosen by the engine would make every run another one. */
    private CreateExecutionBuilder named(CreateExecutionBuilder submission) {
        return submission.id(random.oneIn(12) ? picks.any() : picks.newId());
    }

    private Payload payload() {
        return switch (random.below(3)) {
            case 0 -> Payload.EMPTY;
            case 1 -> Payload.json("{\"n\":" + random.below(100) + "}");
            default -> new Payload(random.uuid().toString().getBytes(StandardCharsets.UTF_8), Optional.of("größe/x"));
        };
    }

    private boolean isCrowded() {
        return world.executions().stream().filter(ExecutionStage::isUnended).count() > MOST_UNENDED;
    }
}
