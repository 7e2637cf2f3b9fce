package io.flowfabric.model.backend;

import java.util.Objects;

/**
 * Which store this is.
 *
 * @param family the store's label, such as {@code sqlite}
 * @param version the version of its code
 * @param rfc017Stage how complete FlowFabric would call it
 */
public record BackendIdentity(String family, BackendVersion version, String rfc017Stage) {

    /** Refuses null. */
    public BackendIdentity {
        Objects.requireNonNull(family, "family");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(rfc017Stage, "rfc017Stage");
    }
}
