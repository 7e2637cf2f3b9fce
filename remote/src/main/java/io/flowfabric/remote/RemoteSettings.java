package io.flowfabric.remote;

import io.flowfabric.model.partition.PartitionConfig;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How to talk to a server.
 *
 * @param credentials how the two know each other
 * @param connectTimeout how long to wait for a connection
 * @param answerTimeout how long to wait for an answer, beyond what the call itself says it waits
 * @param patience for how long a call that failed is made again, where that is safe; zero for never
 * @param partitions the counts of the server's store, by which ids are minted
 */
public record RemoteSettings(
        Credentials credentials,
        Duration connectTimeout,
        Duration answerTimeout,
        Duration patience,
        PartitionConfig partitions) {

    /** No key, 5 seconds for a connection, 30 for an answer, 5 of patience, and the usual partitions. */
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

    /** The same with another time for an answer. */
    public RemoteSettings withAnswerTimeout(Duration value) {
        return new RemoteSettings(credentials, connectTimeout, value, patience, partitions);
    }

    /** The same with more or less patience. */
    public RemoteSettings withPatience(Duration value) {
        return new RemoteSettings(credentials, connectTimeout, answerTimeout, value, partitions);
    }

    /** The same for a store with other counts. */
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
