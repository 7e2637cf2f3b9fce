package io.flowfabric.cli.rendering;

import io.flowfabric.model.op.Payload;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Writes results to standard output: text as a line, anything else byte by byte, as the program behind a pipe wants it. */
public final class ResultOutput {
    private ResultOutput() {}

    public static void print(PrintWriter out, Payload result) {
        byte[] bytes = result.bytes();
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            out.println(text.toString().stripTrailing());
        } catch (CharacterCodingException binary) {
            out.flush();
            System.out.write(bytes, 0, bytes.length);
            System.out.flush();
        }
    }
}
