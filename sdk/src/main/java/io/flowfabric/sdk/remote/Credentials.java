package io.flowfabric.sdk.remote;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * How client and server authenticate each other.
 *
 * @param key the API key to send; empty for a server without keys
 * @param authorities a PEM file with the certificates of the authorities to trust; empty for those that Java trusts
 */
public record Credentials(Optional<String> key, Optional<Path> authorities) {

    /** No key, and the authorities that Java trusts. */
    public static final Credentials NONE = new Credentials(Optional.empty(), Optional.empty());

    /** @throws EngineException {@code invalid_input} if the key cannot be sent */
    public Credentials {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(authorities, "authorities");
        if (key.filter(text -> !isSendable(text)).isPresent()) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "key",
                            "Use at least one visible ASCII character, without blanks or line breaks around it.")
                    .toException();
        }
    }

    private static boolean isSendable(String key) {
        return !key.isEmpty() && key.strip().equals(key) && key.chars().allMatch(c -> c >= 0x20 && c < 0x7F);
    }

    /** The same with another key, or none. */
    public Credentials withKey(Optional<String> value) {
        return new Credentials(value, authorities);
    }

    /** The same with other authorities, or those that Java trusts. */
    public Credentials withAuthorities(Optional<Path> value) {
        return new Credentials(key, value);
    }

    /** Without the key, which does not belong in logs. */
    @Override
    public String toString() {
        return (key.isPresent() ? "with a key" : "without a key")
                + authorities.map(file -> ", trusting " + file).orElse("");
    }
}
