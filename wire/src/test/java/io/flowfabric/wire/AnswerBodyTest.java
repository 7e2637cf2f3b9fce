package io.flowfabric.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.flowfabric.model.op.Payload;
import io.flowfabric.wire.handle.HandleText;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerBodyTest {
    private final Answers answers = new Answers(HandleText.carried());

    @Test
    void bodiesOfEverySizeAreWhatTheirLengthSays() throws Exception {
        for (BytesForm form : BytesForm.values()) {
            for (int size : new int[] {0, 1, 2000, 7990, 16_000, 48_000, 49_140, 65_520, 65_536, 200_000}) {
                var value = List.of(Payload.text("x".repeat(size)));
                var body = answers.body(value, form);
                var written = new ByteArrayOutputStream();
                body.writeTo(written);

                assertThat(written.toByteArray()).as("%s of %d", form, size).isEqualTo(answers.write(value, form));
                assertThat(body.length()).isEqualTo(written.size());
            }
        }
    }

    /** Sixteen mebibytes of JSON are never in memory, nor is the base64 of one payload. */
    @Test
    void aLargeBodyIsWrittenPieceByPiece() throws Exception {
        var bytes = new byte[1 << 20];
        Arrays.fill(bytes, (byte) -1);
        var payloads = Collections.nCopies(4, Payload.of(bytes));
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (BytesForm form : List.of(BytesForm.ARRAY, BytesForm.BASE64, BytesForm.RECORD)) {
            answers.body(payloads, form).writeTo(OutputStream.nullOutputStream());
            long before = threads.getCurrentThreadAllocatedBytes();

            answers.body(payloads, form).writeTo(OutputStream.nullOutputStream());

            assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                    .as(form.literal())
                    .isLessThan(1 << 20);
        }
    }

    @Test
    void whatCannotBeWrittenIsFoundOutBeforeItIsSent() {
        assertThatThrownBy(() -> answers.body(new Object(), BytesForm.ARRAY)).isInstanceOf(IllegalStateException.class);
    }
}
