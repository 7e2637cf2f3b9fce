package io.flowfabric.store.postgres.transaction;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.partition.Crc16;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The schema our tables live in. Statements are written with the schema {@code ff}; because a name is checked before it
 * takes that word's place, it can only ever be a name.
 */
public record SchemaName(String value) {
    /** As long as the doorbell's channel, which adds nine letters, may be. PostgreSQL keeps pg_ for itself. */
    private static final Pattern NAME = Pattern.compile("(?!pg_)[a-z_][a-z0-9_]{0,53}");

    public static final SchemaName DEFAULT = new SchemaName("flowfabric");

    public SchemaName {
        if (!NAME.matcher(value).matches()) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "schema: " + value,
                            "A schema name is lower-case letters, digits and underscores, at most 54 of them,"
                                    + " and begins neither with a digit nor with pg_.")
                    .toException();
        }
    }

    /** Fifteen bits that set the advisory locks of this schema apart from those of others in the same database. */
    public int lockSpace() {
        return 0x4000 | Crc16.of(value.getBytes(StandardCharsets.US_ASCII)) & 0x3FFF;
    }

    /** The channel on which commits in this schema are told of. */
    public String doorbell() {
        return value + "_doorbell";
    }

    /** A statement with this schema's name in the place of {@code ff}. */
    public String in(String sql) {
        return sql.replace("ff.", quoted() + ".");
    }

    /** The name as statements write it; quoted, because it may be one of their words. */
    public String quoted() {
        return '"' + value + '"';
    }
}
