package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.lease.CancelRequest;
import io.flowfabric.model.op.lease.CompleteBatch;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.lease.FailRequest;
import io.flowfabric.model.op.lease.ProgressRequest;
import io.flowfabric.model.op.lease.RenewBatch;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.op.lease.WaitChildrenRequest;
import io.flowfabric.model.policy.retry.FailureClass;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;

/** What workers do with their handles. */
final class HolderDraws {
    private static final List<FailureClass> CLASSES = List.of(FailureClass.values());
    private static final List<String> CATEGORIES = List.of("network", "timeout", "permanent", "disk");
    private static final int TOO_MANY = 1001;

    private final SeededRandom random;
    private final World world;
    private final SubjectChoice picks;

    HolderDraws(SeededRandom random, World world, SubjectChoice picks) {
        this.random = random;
        this.world = world;
        this.picks = picks;
    }

    /** Calls about one record. */
    void addSingles(WeightedCalls menu) {
        menu.add(5, () -> by(Catalogue.RENEW, this::renewal))
                .add(4, () -> by(Catalogue.PROGRESS, this::progress))
                .add(5, () -> by(Catalogue.COMPLETE, this::completion))
                .add(6, () -> by(Catalogue.FAIL, this::failure))
                .add(4, () -> by(Catalogue.DELAY, this::delay))
                .add(3, () -> by(Catalogue.WAIT_CHILDREN, WaitChildrenRequest::new))
                .add(
                        1,
                        () -> by(
                                Catalogue.CANCEL,
                                handle -> new CancelRequest(handle, random.pick(Participants.REASONS))));
    }

    void addOthers(WeightedCalls menu) {
        menu.add(2, this::completeBatch).add(2, this::renewBatch);
    }

    private <A> Call<?, ?> by(Operation<A, ?> operation, Function<Handle, A> arguments) {
        var shown = picks.handle();
        return new Call<>(operation, arguments.apply(shown.handle()), shown.note());
    }

    private RenewRequest renewal(Handle handle) {
        return new RenewRequest(handle, random.oneIn(3));
    }

    private ProgressRequest progress(Handle handle) {
        return new ProgressRequest(
                handle,
                random.oneIn(3) ? OptionalInt.empty() : OptionalInt.of(random.below(103) - 1),
                random.maybe(2, () -> random.pick(Participants.REASONS)));
    }

    private CompleteRequest completion(Handle handle) {
        return new CompleteRequest(handle, result());
    }

    private FailRequest failure(Handle handle) {
        return new FailRequest(
                handle,
                random.pick(Participants.REASONS),
                random.pick(CLASSES),
                random.maybe(3, () -> random.pick(CATEGORIES)));
    }

    private DelayRequest delay(Handle handle) {
        return new DelayRequest(handle, random.oneIn(4) ? 0 : world.now() + random.between(-100, 2_000));
    }

    private Call<?, ?> completeBatch() {
        var items = handles().map(this::completion).toList();
        return new Call<>(Catalogue.COMPLETE_BATCH, new CompleteBatch(items));
    }

    private Call<?, ?> renewBatch() {
        var items = handles().map(this::renewal).toList();
        return new Call<>(
                Catalogue.RENEW_BATCH,
                new RenewBatch(
                        random.oneIn(30) && !items.isEmpty() ? Collections.nCopies(TOO_MANY, items.get(0)) : items));
    }

    private Stream<Handle> handles() {
        return Stream.generate(picks::handle).limit(random.below(6)).map(SubjectChoice.Shown::handle);
    }

    private Optional<Payload> result() {
        return random.maybe(2, () -> random.oneIn(6) ? Payload.EMPTY : Payload.json("[" + random.below(1000) + "]"));
    }
}
