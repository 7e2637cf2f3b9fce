package io.flowfabric.engine.waiting;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.store.wakeup.WakeUpSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The waiting calls of an engine, so that a test knows of a wait before it causes what ends it. */
public final class WaitingCalls {
    private final Set<Watched<?>> waiting = ConcurrentHashMap.newKeySet();

    /** Those that have found nothing at their last poll, in no order. */
    public List<WaitingCall> list() {
        return waiting.stream().map(Watched::described).toList();
    }

    /** The same call; it is listed from its first poll that found nothing until it ends. */
    public <T> LongPoll<T> watched(Operation<?, ?> operation, Object arguments, LongPoll<T> longPoll) {
        return new Watched<>(operation, arguments, longPoll);
    }

    private final class Watched<T> implements LongPoll<T> {
        private static final long POLLING = -1;

        private final Operation<?, ?> operation;
        private final Object arguments;
        private final LongPoll<T> longPoll;

        /** The position before the last poll that found nothing. */
        private volatile long seen = POLLING;

        private volatile boolean ended;

        Watched(Operation<?, ?> operation, Object arguments, LongPoll<T> longPoll) {
            this.operation = operation;
            this.arguments = arguments;
            this.longPoll = longPoll;
        }

        WaitingCall described() {
            long last = seen;
            return new WaitingCall(
                    operation, arguments, last != POLLING && !wakeUps().hasRungSince(last));
        }

        @Override
        public WakeUpSource wakeUps() {
            return longPoll.wakeUps();
        }

        @Override
        public Optional<T> step(boolean closing) {
            seen = POLLING;
            var answer = longPoll.step(closing);
            if (answer.isEmpty()) {
                seen = longPoll.seen();
                waiting.add(this);
                // A call that was cancelled during its poll has ended before it was added.
                if (ended) {
                    waiting.remove(this);
                }
            } else {
                // Before the caller has its answer, not only at the end.
                waiting.remove(this);
            }
            return answer;
        }

        @Override
        public T nothing() {
            return longPoll.nothing();
        }

        @Override
        public long seen() {
            return longPoll.seen();
        }

        @Override
        public Deadline next() {
            return longPoll.next();
        }

        @Override
        public void end() {
            ended = true;
            waiting.remove(this);
            longPoll.end();
        }
    }
}
