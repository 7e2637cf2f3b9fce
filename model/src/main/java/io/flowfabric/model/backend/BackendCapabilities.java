package io.flowfabric.model.backend;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a store reports about itself. A flag is true when its operations are there, and they are on every store or on none; it
 * is for clients that ask before they call.
 *
 * @param identity which store this is
 * @param supports every flag, in order
 */
public record BackendCapabilities(BackendIdentity identity, Map<BackendFlag, Boolean> supports) {

    /** All operations are there. */
    private static final String COMPLETE = "complete";

    /** Orders the flags. */
    public BackendCapabilities {
        var ordered = new EnumMap<BackendFlag, Boolean>(BackendFlag.class);
        ordered.putAll(supports);
        supports = Collections.unmodifiableMap(ordered);
    }

    /**
     * The report of a store of this build: its family, the build's version, and each flag whose operations are there.
     *
     * @param operations the names of all operations that there are
     */
    public static BackendCapabilities of(String family, Collection<String> operations) {
        var all = new EnumMap<BackendFlag, Boolean>(BackendFlag.class);
        for (BackendFlag flag : BackendFlag.values()) {
            all.put(flag, operations.containsAll(flag.operations()));
        }
        return new BackendCapabilities(new BackendIdentity(family, BackendVersion.ofThisBuild(), COMPLETE), all);
    }
}
