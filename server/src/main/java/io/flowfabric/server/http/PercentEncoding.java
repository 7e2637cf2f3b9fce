package io.flowfabric.server.http;

import io.flowfabric.model.UnicodeText;
import java.io.ByteArrayOutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Checks and decodes the percent encoding of a part of an address. Decoders drop a broken part, and replace every byte that is not
 * UTF-8 by the same character, so that two names become one; so the encoding is checked before it is decoded.
 */
final class PercentEncoding {
    private PercentEncoding() {}

    /** @throws Problem if it has a percent sign that encodes nothing, or encodes something other than UTF-8 */
    static void require(String part, String raw) {
        var bytes = new ByteArrayOutputStream(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                bytes.write(hex(part, raw, i + 1) << 4 | hex(part, raw, i + 2));
                i += 2;
            } else if (c > '~') {
                // An address is ASCII; Jetty decides how to read other characters.
                throw notUtf8(part);
            } else {
                // A literal character ends a percent-encoded sequence.
                bytes.write('x');
            }
        }
        if (UnicodeText.decode(bytes.toByteArray()).isEmpty()) {
            throw notUtf8(part);
        }
    }

    /** A part of a path that has been checked. */
    static String decode(String raw) {
        // In a path a plus sign is itself.
        return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** The first value of a parameter of a query that has been checked; empty text when it is only named. */
    static Optional<String> parameter(String query, String name) {
        for (String pair : query.split("&")) {
            int equals = pair.indexOf('=');
            String key = equals < 0 ? pair : pair.substring(0, equals);
            if (URLDecoder.decode(key, StandardCharsets.UTF_8).equals(name)) {
                return Optional.of(
                        equals < 0 ? "" : URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return Optional.empty();
    }

    private static int hex(String part, String raw, int at) {
        int digit = at < raw.length() ? Character.digit(raw.charAt(at), 16) : -1;
        if (digit < 0 || raw.charAt(at) > 'f') {
            throw refused(part, "has a % that encodes nothing; write %25 for a percent sign");
        }
        return digit;
    }

    private static Problem notUtf8(String part) {
        return refused(part, "is not encoded in UTF-8; write each byte of a character as %xx");
    }

    private static Problem refused(String part, String why) {
        return Problem.invalidRequest(400, "malformed_request", "the %s %s".formatted(part, why));
    }
}
