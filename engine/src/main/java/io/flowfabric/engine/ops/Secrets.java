package io.flowfabric.engine.ops;

import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Secrets of the deployment, kept in the store's settings. */
final class Secrets {
    private static final int SIZE = 32;
    private static final Pattern NAME = Pattern.compile("[a-z_]{1,64}");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final CommandExecutor calls;

    Secrets(CommandExecutor calls) {
        this.calls = calls;
    }

    /** The secret of that name. Processes that ask for a new one at the same time get the same. */
    byte[] get(String name) {
        if (!NAME.matcher(name).matches()) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT, "secret: " + name, "A name is 1 to 64 of a to z and underscore.")
                    .toException();
        }
        var fresh = new byte[SIZE];
        RANDOM.nextBytes(fresh);
        String offered = HexFormat.of().formatHex(fresh);
        return HexFormat.of().parseHex(calls.write(0, tx -> tx.settings().valueOr("secret_" + name, offered)));
    }
}
