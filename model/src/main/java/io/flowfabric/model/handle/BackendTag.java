package io.flowfabric.model.handle;

import java.util.Arrays;
import java.util.Optional;

/** The kind of store a handle belongs to. The engine writes the last three and reads all, to tell strangers apart. */
public enum BackendTag {
    /** FlowFabric on Valkey. */
    VALKEY(0x01, "valkey"),
    /** FlowFabric on PostgreSQL. */
    POSTGRES(0x02, "postgres"),
    /** FlowFabric on SQLite. */
    SQLITE(0x03, "sqlite"),
    /** This engine on SQLite. */
    JAVA_SQLITE(0x10, "java-sqlite"),
    /** This engine on PostgreSQL. */
    JAVA_POSTGRES(0x11, "java-postgres"),
    /** This engine on Valkey. */
    JAVA_VALKEY(0x12, "java-valkey");

    private final int wireByte;
    private final String label;

    BackendTag(int wireByte, String label) {
        this.wireByte = wireByte;
        this.label = label;
    }

    /** The store kind whose byte in a handle is {@code wireByte}, 0 to 255. */
    public static Optional<BackendTag> ofWireByte(int wireByte) {
        return Arrays.stream(values()).filter(tag -> tag.wireByte == wireByte).findFirst();
    }

    /** The byte that stands for it in a handle, 0 to 255. */
    public int wireByte() {
        return wireByte;
    }

    /** Its name in messages. */
    public String label() {
        return label;
    }
}
