package io.flowfabric.testkit.modelled;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.op.CancelRequest;
import io.flowfabric.model.op.CompleteBatch;
import io.flowfabric.model.op.CompleteRequest;
import io.flowfabric.model.op.DelayRequest;
import io.flowfabric.model.op.FailRequest;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.ProgressRequest;
import io.flowfabric.model.op.RenewBatch;
import io.flowfabric.model.op.RenewRequest;
import io.flowfabric.model.op.WaitChildrenRequest;
import io.flowfabric.model.policy.FailureClass;
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

    private final Dice dice;
    private final World world;
    private final Picks picks;

    HolderDraws(Dice dice, World world, Picks picks) {
        this.dice = dice;
        this.world = world;
        this.picks = picks;
    }

    /** Calls about one record. */
    void addSingles(Menu menu) {
        menu.add(5, () -> by(Catalogue.RENEW, this::renewal))
                .add(4, () -> by(Catalogue.PROGRESS, this::progress))
                .add(5, () -> by(Catalogue.COMPLETE, this::completion))
                .add(6, () -> by(Catalogue.FAIL, this::failure))
                .add(4, () -> by(Catalogue.DELAY, this::delay))
                .add(3, () -> by(Catalogue.WAIT_CHILDREN, WaitChildrenRequest::new))
                .add(1, () -> by(Catalogue.CANCEL, handle -> new CancelRequest(handle, dice.pick(Cast.REASONS))));
    }

    void addOthers(Menu menu) {
        menu.add(2, this::completeBatch).add(2, this::renewBatch);
    }

    private <A> Call<?, ?> by(Operation<A, ?> operation, Function<Handle, A> arguments) {
        var shown = picks.handle();
        return new Call<>(operation, arguments.apply(shown.handle()), shown.note());
    }

    private RenewRequest renewal(Handle handle) {
        return new RenewRequest(handle, dice.oneIn(3));
    }

    private ProgressRequest progress(Handle handle) {
        return new ProgressRequest(
                handle,
                dice.oneIn(3) ? OptionalInt.empty() : OptionalInt.of(dice.below(103) - 1),
                dice.maybe(2, () -> dice.pick(Cast.REASONS)));
    }

    private CompleteRequest completion(Handle handle) {
        return new CompleteRequest(handle, result());
    }

    private FailRequest failure(Handle handle) {
        return new FailRequest(
                handle, dice.pick(Cast.REASONS), dice.pick(CLASSES), dice.maybe(3, () -> dice.pick(CATEGORIES)));
    }

    private DelayRequest delay(Handle handle) {
        return new DelayRequest(handle, dice.oneIn(4) ? 0 : world.now() + dice.between(-100, 2_000));
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
                        dice.oneIn(30) && !items.isEmpty() ? Collections.nCopies(TOO_MANY, items.get(0)) : items));
    }

    private Stream<Handle> handles() {
        return Stream.generate(picks::handle).limit(dice.below(6)).map(Picks.Shown::handle);
    }

    private Optional<Payload> result() {
        return dice.maybe(2, () -> dice.oneIn(6) ? Payload.EMPTY : Payload.json("[" + dice.below(1000) + "]"));
    }
}
