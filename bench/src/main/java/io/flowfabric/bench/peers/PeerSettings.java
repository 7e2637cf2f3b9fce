package io.flowfabric.bench.peers;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Collects the settings of a peer, in the order in which they are said. */
final class PeerSettings {
    private final Map<String, String> settings = new LinkedHashMap<>();

    private PeerSettings() {}

    /** Begins with the name and version of the library that a class comes from. */
    static PeerSettings of(Class<?> type) {
        String jar = type.getProtectionDomain().getCodeSource().getLocation().getPath();
        return new PeerSettings()
                .with("library", jar.substring(jar.lastIndexOf('/') + 1).replace(".jar", ""));
    }

    PeerSettings with(String name, Object value) {
        settings.put(name, value instanceof Duration duration ? duration.toMillis() + " ms" : value.toString());
        return this;
    }

    Map<String, String> toMap() {
        return Collections.unmodifiableMap(settings);
    }
}
