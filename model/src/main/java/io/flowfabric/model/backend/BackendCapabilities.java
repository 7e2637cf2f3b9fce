package io.flowfabric.model.backend;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a store reports about itself. Every store supports everything, so the flags say nothing new to a client of ours;
 * they are there for those that ask before they call.
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

    /** The report of a store of this build: its family, the build's version, every flag true. */
    public static BackendCapabilities complete(String family) {
        var all = new EnumMap<BackendFlag, Boolean>(BackendFlag.class);
        for (BackendFlag flag : BackendFlag.values()) {
            all.put(flag, true);
        }
        return new BackendCapabilities(new BackendIdentity(family, BackendVersion.ofThisBuild(), COMPLETE), all);
    }
}
