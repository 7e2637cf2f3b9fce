package io.flowfabric.server;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Delays the answers of one operation until a test releases them, after the operation was carried out. */
final class LateAnswers {
    private final Operation<?, ?> operation;
    private final CountDownLatch done = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    LateAnswers(Operation<?, ?> operation) {
        this.operation = operation;
    }

    /** An engine that answers late. */
    Engine of(Engine engine) {
        return new Late(engine, this);
    }

    /** Waits until an answer is held back. */
    void awaitOne() throws InterruptedException {
        done.await();
    }

    /** Releases all answers. */
    void goOn() {
        goOn.countDown();
    }

    private <R> R held(Operation<?, R> of, R answer) {
        if (of.equals(operation)) {
            done.countDown();
            try {
                goOn.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException("An answer was not let go", interrupted);
            }
        }
        return answer;
    }

    private record Late(Engine engine, LateAnswers answers) implements EngineInFront {
        @Override
        public <A, R> R call(Operation<A, R> operation, A arguments) {
            return answers.held(operation, engine.call(operation, arguments));
        }

        @Override
        public <A, R> CompletableFuture<R> callAsync(Operation<A, R> operation, A arguments) {
            if (!operation.equals(answers.operation)) {
                return engine.callAsync(operation, arguments);
            }
            var answer = new Uncancelled<R>();
            engine.callAsync(operation, arguments).whenCompleteAsync((found, failure) -> {
                if (failure == null) {
                    answer.complete(answers.held(operation, found));
                } else {
                    answer.completeExceptionally(failure);
                }
            });
            return answer;
        }
    }

    /** A completed operation cannot be cancelled. */
    private static final class Uncancelled<R> extends CompletableFuture<R> {
        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            return false;
        }
    }
}
