package io.flowfabric.engine.command;

import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.code.ErrorKind;
import io.flowfabric.model.error.code.TransportKind;
import java.util.EnumSet;
import java.util.Set;

/** Distinguishes transactions that failed because of one of their items from those that failed because of the store. */
public final class ItemFailures {
    /** Failures that every item of a transaction would meet, or after which it may have been committed. */
    private static final Set<ErrorKind> OF_ALL =
            EnumSet.of(ErrorKind.TRANSPORT, ErrorKind.TIMEOUT, ErrorKind.UNAVAILABLE, ErrorKind.RESOURCE_EXHAUSTED);

    private ItemFailures() {}

    /** A store that cannot be reached fails for every item alike, so trying with fewer is of no use. */
    public static boolean isAboutAnItem(Throwable failed) {
        boolean aboutOneStatement =
                failed instanceof TransportException talk && talk.transportKind() == TransportKind.OTHER;
        return !(failed instanceof EngineException typed) || !OF_ALL.contains(typed.kind()) || aboutOneStatement;
    }
}
