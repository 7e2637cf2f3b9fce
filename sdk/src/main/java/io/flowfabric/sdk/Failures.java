package io.flowfabric.sdk;

import java.util.Optional;

/** Turns what a handler threw into the failure that is stored. */
final class Failures {
    static final String HANDLER_ERROR = "handler_error";
    static final String HANDLER_PANIC = "handler_panic";
    static final String NO_HANDLER = "runtime_no_handler";
    static final String PAYLOAD_DECODE = "extractor_payload_decode";

    /** As much as the engine keeps of a message. */
    private static final int MAX_CHARS = 4096;

    private static final int MAX_CAUSES = 16;

    private Failures() {}

    static Outcome.Failure of(Exception thrown) {
        if (thrown instanceof UndecodablePayload unreadable) {
            return new Outcome.Failure(bounded(unreadable.getMessage()), PAYLOAD_DECODE);
        }
        String category = thrown instanceof TaskFailure failure ? failure.category() : HANDLER_ERROR;
        return new Outcome.Failure(messages(thrown), storable(category));
    }

    /** The failure of an error after which the process can go on. */
    static Outcome.Failure of(Error thrown) {
        return new Outcome.Failure(bounded("handler panicked: " + messages(thrown)), HANDLER_PANIC);
    }

    static Outcome.Failure noHandler(String kind) {
        return new Outcome.Failure(
                "no handler for kind \"%s\" on this worker; give it one with on(\"%s\", …), or submit to a lane whose workers have one"
                        .formatted(kind, kind),
                NO_HANDLER);
    }

    /** Whether the process itself is in doubt: nothing is reported then, and another one takes over. */
    static boolean isFatal(Error thrown) {
        // By name: the class is marked for removal from the platform.
        return thrown instanceof VirtualMachineError
                || thrown.getClass().getName().equals("java.lang.ThreadDeath");
    }

    /** The message and those of all causes, joined by colons. */
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

    /** Whether an exception that was given no message of its own says what its cause says. */
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

    /** A failure must not be refused for what it says: the engine takes no text with U+0000. */
    private static String storable(String text) {
        return text.replace('\0', '\uFFFD');
    }
}
