package io.flowfabric.model.capability;

import io.flowfabric.model.UnicodeText;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.internal.Texts;
import java.util.function.IntPredicate;

/** Which tokens are valid and how an invalid one is reported, which depends on where the tokens come from. */
enum TokenRules {
    REQUIRED(ErrorCode.INVALID_CAPABILITIES, "required", TokenRules::isAsciiSpaceOrControl),
    WORKER(ErrorCode.INVALID_INPUT, "worker", TokenRules::isAnySpaceOrControl),
    WORKER_AT_GRANT(ErrorCode.INVALID_CAPABILITIES, "worker", TokenRules::isAnySpaceOrControl),
    CSV(ErrorCode.INVALID_INPUT, "csv", TokenRules::isAsciiSpaceOrControl);

    private static final int MAX_TOKENS = 256;
    private static final int MAX_BYTES = 4096;

    private final ErrorCode code;
    private final String side;
    private final IntPredicate forbidden;

    TokenRules(ErrorCode code, String side, IntPredicate forbidden) {
        this.code = code;
        this.side = side;
        this.forbidden = forbidden;
    }

    void checkToken(String token) {
        if (token.isEmpty()) {
            throw badToken("empty_token", token);
        }
        if (token.indexOf(',') >= 0) {
            throw badToken("comma_in_token", token);
        }
        if (token.codePoints().anyMatch(forbidden)) {
            throw badToken("control_or_whitespace", token);
        }
        UnicodeText.flaw(token).ifPresent(flaw -> {
            throw rejected("not_unicode", "\"" + Texts.shown(token) + "\" contains " + flaw + "; remove it.");
        });
    }

    void checkSize(int tokens, String csv) {
        if (tokens > MAX_TOKENS) {
            throw rejected("too_many_tokens", tokens + " tokens were given, at most " + MAX_TOKENS + " are allowed.");
        }
        int bytes = Texts.utf8Length(csv);
        if (bytes > MAX_BYTES) {
            throw rejected(
                    "too_many_bytes",
                    "Joined by commas the tokens have " + bytes + " bytes, at most " + MAX_BYTES + " are allowed.");
        }
    }

    private EngineException badToken(String problem, String token) {
        return rejected(
                problem,
                "\"" + Texts.shown(token) + "\" is not a capability: it must not be empty nor contain a comma,"
                        + " white space or a control character.");
    }

    private EngineException rejected(String problem, String explanation) {
        return EngineError.of(code, side + ":" + problem, explanation).toException();
    }

    private static boolean isAsciiSpaceOrControl(int codePoint) {
        return codePoint <= ' ' || codePoint == 0x7F;
    }

    private static boolean isAnySpaceOrControl(int codePoint) {
        return Texts.isSpaceOrControl(codePoint);
    }
}
