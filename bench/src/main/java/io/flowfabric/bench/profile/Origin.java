package io.flowfabric.bench.profile;

import java.util.List;

/** Whose code a frame is. */
public enum Origin {
    /** Not code: a group of threads, or all of them. */
    THREAD("threads"),
    /** The engine and the model. */
    ENGINE("engine", "io.flowfabric.engine.", "io.flowfabric.model."),
    /** The stores. */
    STORE("store", "io.flowfabric.store."),
    /** What programs use. */
    SDK("sdk", "io.flowfabric.sdk."),
    /** The JDBC drivers. */
    DRIVER("driver", "org.postgresql.", "org.sqlite."),
    /** The platform. */
    JDK("JDK", "java.", "javax.", "jdk.", "sun.", "com.sun."),
    /** A method that is not Java, whichever class declares it. */
    NATIVE("native"),
    /** Other libraries, and the benchmark itself. */
    OTHER("other");

    private final String shown;
    private final List<String> packages;

    Origin(String shown, String... packages) {
        this.shown = shown;
        this.packages = List.of(packages);
    }

    /** How legends call it. */
    public String shown() {
        return shown;
    }

    static Origin of(String type) {
        for (var origin : values()) {
            if (origin.packages.stream().anyMatch(type::startsWith)) {
                return origin;
            }
        }
        return OTHER;
    }
}
