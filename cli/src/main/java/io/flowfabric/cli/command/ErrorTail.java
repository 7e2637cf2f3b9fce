package io.flowfabric.cli.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Passes a stream on and remembers how it ended. Read the text after the drain has ended. */
final class ErrorTail {
    private static final int KEPT_BYTES = 2_000;
    private static final int KEPT_LINES = 5;

    private final OutputStream target;
    private byte[] kept = new byte[0];

    ErrorTail(OutputStream target) {
        this.target = target;
    }

    /** Passes everything on until the stream ends; answers true then. */
    boolean drain(InputStream source) throws IOException {
        byte[] buffer = new byte[8192];
        for (int count = source.read(buffer); count >= 0; count = source.read(buffer)) {
            target.write(buffer, 0, count);
            target.flush();
            keep(buffer, count);
        }
        return true;
    }

    /** The last lines. */
    String text() {
        var lines = new String(kept, StandardCharsets.UTF_8).strip().split("\\R");
        int from = Math.max(0, lines.length - KEPT_LINES);
        return String.join("\n", Arrays.asList(lines).subList(from, lines.length));
    }

    private void keep(byte[] buffer, int count) {
        var all = new ByteArrayOutputStream();
        all.writeBytes(kept);
        all.write(buffer, 0, count);
        byte[] bytes = all.toByteArray();
        kept = bytes.length <= KEPT_BYTES ? bytes : Arrays.copyOfRange(bytes, bytes.length - KEPT_BYTES, bytes.length);
    }
}
