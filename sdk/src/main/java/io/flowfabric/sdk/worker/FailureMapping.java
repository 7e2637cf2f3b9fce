package io.flowfabric.sdk.worker;

import io.flowfabric.sdk.internal.UndecodablePayload;
import io.flowfabric.sdk.task.TaskFailure;
import java.util.Optional;

/** Maps an exception of a handler to the failure that is stored. */
final class FailureMapping {
    static final String HANDLER_ERROR = "handler_error";
    static final String HANDLER_PANIC = "handler_panic";
    static final String NO_HANDLER = "runtime_no_handler";
    static final String PAYLOAD_DECODE = "extractor_payload_decode";

    /** The longest message that the engine keeps. */
    private static final int MAX_CHARS = 4096;

    private static final int MAX_CAUSES = 16;

    private FailureMapping() {}

    static AttemptOutcome.Failure of(Exception thrown) {
        if (thrown instanceof UndecodablePayload unreadable) {
            return new AttemptOutcome.Failure(bounded(unreadable.getMessage()), PAYLOAD_DECODE);
        }
        String category = thrown instanceof TaskFailure failure ? failure.category() : HANDLER_ERROR;
        return new AttemptOutcome.Failure(messages(thrown), storable(category));
    }

    /** The failure for an error after which the process can go on. */
    static AttemptOutcome.Failure of(Error thrown) {
        return new AttemptOutcome.Failure(bounded("handler panicked: " + messages(thrown)), HANDLER_PANIC);
    }

    static AttemptOutcome.Failure noHandler(String kind) {
        return new AttemptOutcome.Failure(
                "no handler for kind \"%s\" on this worker; add one with on(\"%s\", …), or submit to a lane whose workers have one"
                        .formatted(kind, kind),
                NO_HANDLER);
    }

    /** Whether the process itself is in doubt: then nothing is reported, and another worker reclaims the execution. */
    static boolean isFatal(Error thrown) {
        // By name: the class is deprecated for removal from the JDK.
        return thrown instanceof VirtualMachineError
                || thrown.getClass().getName().equals("java.lang.ThreadDeath");
    }

    /** The messages of the exception and of all causes, joined by colons. */
    private static String messages(Throwable thrown) {
        var text = new StringBuilder();
        Optional<Throwable> next = Optional.of(thrown);
        for (int depth = 0; depth < MAX_CAUSES && next.isPresent() && text.length() < MAX_CHARS; depth++) {
            var current = next.get();
            next = Optional.ofNullable(current.getCause());
            if (!repeats(current, next)) {
                text.append(text.isEmpty() ? "" : ": ").append(message(current));
            }
        }
        return bounded(text.toString());
    }

    /** Whether an exception without a message of its own only repeats that of its cause. */
    private static boolean repeats(Throwable current, Optional<Throwable> cause) {
        return cause.isPresent() && cause.get().toString().equals(current.getMessage());
    }

    private static String message(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null || message.isBlank() ? thrown.getClass().getSimpleName() : message;
    }

    private static String bounded(String text) {
        if (text.length() <= MAX_CHARS) {
            return storable(text);
        }
        int end = Character.isHighSurrogate(text.charAt(MAX_CHARS - 1)) ? MAX_CHARS - 1 : MAX_CHARS;
        return storable(text.substring(0, end));
    }

    /** Removes U+0000, which the engine refuses. */
    private static String storable(String text) {
        return text.replace('\0', '\uFFFD');
    }
}
