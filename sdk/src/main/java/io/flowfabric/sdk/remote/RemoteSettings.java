package io.flowfabric.sdk.remote;

import io.flowfabric.model.id.PartitionConfig;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How to talk to a server.
 *
 * @param credentials how client and server authenticate each other
 * @param connectTimeout how long to wait for a connection
 * @param answerTimeout how long to wait for an answer, beyond the time that the call itself waits
 * @param patience for how long a failed call is repeated, where that is safe; zero for never
 * @param partitions the partition counts of the server's store, needed to generate ids
 */
public record RemoteSettings(
        Credentials credentials,
        Duration connectTimeout,
        Duration answerTimeout,
        Duration patience,
        PartitionConfig partitions) {

    /** No key, 5 seconds to connect, 30 for an answer, retries for 5 seconds, and the default partitions. */
    public static final RemoteSettings DEFAULT = new RemoteSettings(
            Credentials.NONE,
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            PartitionConfig.DEFAULT);

    public RemoteSettings {
        Objects.requireNonNull(credentials, "credentials");
        Objects.requireNonNull(connectTimeout, "connectTimeout");
        Objects.requireNonNull(answerTimeout, "answerTimeout");
        Objects.requireNonNull(patience, "patience");
        Objects.requireNonNull(partitions, "partitions");
    }

    /** The same with a key; fails with {@code invalid_input} if it cannot be sent. */
    public RemoteSettings withKey(Optional<String> value) {
        return withCredentials(credentials.withKey(value));
    }

    /** The same with other credentials. */
    public RemoteSettings withCredentials(Credentials value) {
        return new RemoteSettings(value, connectTimeout, answerTimeout, patience, partitions);
    }

    /** The same with another timeout for an answer. */
    public RemoteSettings withAnswerTimeout(Duration value) {
        return new RemoteSettings(credentials, connectTimeout, value, patience, partitions);
    }

    /** The same with another time for retries. */
    public RemoteSettings withPatience(Duration value) {
        return new RemoteSettings(credentials, connectTimeout, answerTimeout, value, partitions);
    }

    /** The same for a store with other partition counts. */
    public RemoteSettings withPartitions(PartitionConfig value) {
        return new RemoteSettings(credentials, connectTimeout, answerTimeout, patience, value);
    }

    /** Without the key, which does not belong in logs. */
    @Override
    public String toString() {
        return "RemoteSettings[%s, connect %s, answer %s, patience %s]"
                .formatted(credentials, connectTimeout, answerTimeout, patience);
    }
}
