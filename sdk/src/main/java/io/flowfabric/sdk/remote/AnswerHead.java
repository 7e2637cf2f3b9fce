package io.flowfabric.sdk.remote;

import java.io.IOException;
import java.net.ProtocolException;
import java.util.Locale;

/**
 * The head of an answer over HTTP/1.1, as far as it tells how its body ends.
 *
 * @param length how many bytes the body has; negative when the head does not say
 * @param chunked whether the body comes in chunks
 * @param lasting whether the connection can serve another request
 */
record AnswerHead(int status, long length, boolean chunked, boolean lasting) {
    private static final int UNKNOWN = -1;
    private static final int CONTINUE = 100;
    private static final int SWITCHING = 101;
    private static final int OK = 200;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    /** Reads lines up to the empty one; an interim answer is skipped. */
    static AnswerHead read(AnswerInput in) throws IOException {
        var head = readOne(in);
        while (head.status >= CONTINUE && head.status < OK) {
            if (head.status == SWITCHING) {
                throw new ProtocolException("the server changed the protocol");
            }
            head = readOne(in);
        }
        return head;
    }

    private static AnswerHead readOne(AnswerInput in) throws IOException {
        String first = in.line();
        int status = status(first);
        long length = UNKNOWN;
        boolean chunked = false;
        boolean lasting = first.startsWith("HTTP/1.1 ");
        for (String line = in.line(); !line.isEmpty(); line = in.line()) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new ProtocolException("a header without a name: " + line);
            }
            String value = line.substring(colon + 1).strip();
            if (isNamed(line, colon, "Content-Length")) {
                length = length(value, length);
            } else if (isNamed(line, colon, "Transfer-Encoding")) {
                if (!value.equalsIgnoreCase("chunked")) {
                    throw new ProtocolException("an unknown Transfer-Encoding: " + value);
                }
                chunked = true;
            } else if (isNamed(line, colon, "Connection")) {
                lasting &= !value.toLowerCase(Locale.ROOT).contains("close");
            }
        }
        boolean bodiless = status == NO_CONTENT || status == NOT_MODIFIED;
        // With both, the length may be meant for someone in between.
        return new AnswerHead(
                status, bodiless ? 0 : length, chunked && !bodiless, lasting && !(chunked && length >= 0));
    }

    private static boolean isNamed(String line, int colon, String name) {
        return colon == name.length() && line.regionMatches(true, 0, name, 0, colon);
    }

    private static int status(String line) throws ProtocolException {
        boolean isStatus = line.length() >= 12
                && (line.startsWith("HTTP/1.1 ") || line.startsWith("HTTP/1.0 "))
                && (line.length() == 12 || line.charAt(12) == ' ');
        if (isStatus) {
            try {
                return Integer.parseInt(line, 9, 12, 10);
            } catch (NumberFormatException malformed) {
                throw new ProtocolException("an answer that is not HTTP: " + line);
            }
        }
        throw new ProtocolException("an answer that is not HTTP: " + line);
    }

    private static long length(String value, long before) throws ProtocolException {
        long length;
        try {
            length = Long.parseLong(value);
        } catch (NumberFormatException malformed) {
            throw new ProtocolException("a Content-Length that is no number: " + value);
        }
        if (length < 0 || before >= 0 && before != length) {
            throw new ProtocolException("a Content-Length that makes no sense: " + value);
        }
        return length;
    }
}
