package io.flowfabric.engine.ops;

import io.flowfabric.engine.Operation;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbell;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The calls of an engine that wait, so that a test knows of a wait before it causes what ends it. */
final class WaitingCalls {
    private final Set<Watched<?>> waiting = ConcurrentHashMap.newKeySet();

    /** Those that have found nothing at their last look, in no order. */
    List<WaitingCall> list() {
        return waiting.stream().map(Watched::described).toList();
    }

    /** The same call; it is listed from its first look that found nothing until it ends. */
    <T> Vigil<T> watched(Operation<?, ?> operation, Object arguments, Vigil<T> vigil) {
        return new Watched<>(operation, arguments, vigil);
    }

    private final class Watched<T> implements Vigil<T> {
        private static final long LOOKING = -1;

        private final Operation<?, ?> operation;
        private final Object arguments;
        private final Vigil<T> vigil;

        /** How often the bell had rung before the last look that found nothing. */
        private volatile long seen = LOOKING;

        private volatile boolean ended;

        Watched(Operation<?, ?> operation, Object arguments, Vigil<T> vigil) {
            this.operation = operation;
            this.arguments = arguments;
            this.vigil = vigil;
        }

        WaitingCall described() {
            long last = seen;
            return new WaitingCall(operation, arguments, last != LOOKING && bell().position() <= last);
        }

        @Override
        public Doorbell bell() {
            return vigil.bell();
        }

        @Override
        public Optional<T> step(boolean closing) {
            seen = LOOKING;
            var answer = vigil.step(closing);
            if (answer.isEmpty()) {
                seen = vigil.seen();
                waiting.add(this);
                // A call that was cancelled during its look has ended before it was added.
                if (ended) {
                    waiting.remove(this);
                }
            }
            return answer;
        }

        @Override
        public T nothing() {
            return vigil.nothing();
        }

        @Override
        public long seen() {
            return vigil.seen();
        }

        @Override
        public Deadline next() {
            return vigil.next();
        }

        @Override
        public void end() {
            ended = true;
            waiting.remove(this);
            vigil.end();
        }
    }
}
