package io.flowfabric.bench.peers;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Collects the settings of a peer, in the order in which they are said. */
final class Settings {
    private final Map<String, String> settings = new LinkedHashMap<>();

    private Settings() {}

    /** Begins with the name and version of the library that a class comes from. */
    static Settings of(Class<?> type) {
        String jar = type.getProtectionDomain().getCodeSource().getLocation().getPath();
        return new Settings()
                .with("library", jar.substring(jar.lastIndexOf('/') + 1).replace(".jar", ""));
    }

    Settings with(String name, Object value) {
        settings.put(name, value instanceof Duration duration ? duration.toMillis() + " ms" : value.toString());
        return this;
    }

    Map<String, String> toMap() {
        return Collections.unmodifiableMap(settings);
    }
}
