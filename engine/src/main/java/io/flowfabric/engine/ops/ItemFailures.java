package io.flowfabric.engine.ops;

import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorKind;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.TransportKind;
import java.util.EnumSet;
import java.util.Set;

/** Tells a transaction that one of its items has spoilt from one that failed because of the store. */
final class ItemFailures {
    /** Failures that every item of a transaction would meet, or after which it may have been committed. */
    private static final Set<ErrorKind> OF_ALL =
            EnumSet.of(ErrorKind.TRANSPORT, ErrorKind.TIMEOUT, ErrorKind.UNAVAILABLE, ErrorKind.RESOURCE_EXHAUSTED);

    private ItemFailures() {}

    /** A store that cannot be reached fails for every item alike, and there is no use in trying with fewer. */
    static boolean isAboutAnItem(Throwable failed) {
        boolean aboutOneStatement =
                failed instanceof TransportException talk && talk.transportKind() == TransportKind.OTHER;
        return !(failed instanceof EngineException typed) || !OF_ALL.contains(typed.kind()) || aboutOneStatement;
    }
}
