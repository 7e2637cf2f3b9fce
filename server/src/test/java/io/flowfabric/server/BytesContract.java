package io.flowfabric.server;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** 08 §1 and its line 10: bytes in every format, in requests and in answers. */
abstract class BytesContract extends ServerSuite {
    @Test
    void bytesAreTheSameInEverySpellingAndAnswersHonourTheirs() {
        var spellings =
                new String[] {"[34,104,105,34]", "{'base64':'ImhpIg=='}", "{'text':'\\'hi\\''}", "{'json':'hi'}"};
        var stored = new HashSet<JsonNode>();
        String last = "";
        for (String spelling : spellings) {
            last = submit("'input_payload':" + spelling);
            stored.add(context(last, "array"));
        }

        assertThat(stored).hasSize(1);
        assertThat(context(last, "base64").get("base64").textValue())
                .isEqualTo(Base64.getEncoder().encodeToString("\"hi\"".getBytes()));
        assertThat(context(last, "text").get("text").textValue()).isEqualTo("\"hi\"");
        assertThat(context(last, "json").get("json").textValue()).isEqualTo("hi");
        String binary = submit("'input_payload':[255,254]");
        assertThat(context(binary, "text").has("base64")).isTrue();
        assertThat(context(binary, "json").has("base64")).isTrue();
    }

    @Test
    void numbersKeepTheirDigitsInEverySpelling() {
        for (String number : List.of("1.10", "100000000000000000000000000000.0", "[0.10,2.00]")) {
            String asJson = submit("'input_payload':{'json':%s}".formatted(number));
            String asText = submit("'input_payload':{'text':'%s'}".formatted(number));

            assertThat(context(asJson, "text").get("text").textValue()).isEqualTo(number);
            assertThat(context(asJson, "array")).isEqualTo(context(asText, "array"));
        }
    }

    /**
     * The first is JSON with a number too large to evaluate; the others would pass for JSON with a guessed encoding.
     */
    @Test
    void answerIsJsonWhateverWasStored() {
        String huge = submit("'input_payload':{'text':'1e99999999999'}");
        assertThat(context(huge, "json").has("json")).isTrue();

        for (byte[] other : List.of("{}".getBytes(UTF_16), "\ufeff{}".getBytes(UTF_8), "{} {}".getBytes(UTF_8))) {
            String text = Base64.getEncoder().encodeToString(other);
            String id = submit("'input_payload':{'base64':'%s'}".formatted(text));
            assertThat(context(id, "json").path("base64").textValue()).isEqualTo(text);
        }
        var claimed = http.send(http.post("claim", claim(",'limit':4")).header("FF-Bytes", "json"))
                .join();
        assertThat(claimed.variant("ClaimedMany")).hasSize(4);
    }

    @Test
    void spellingThatDoesNotExistIsRefusedByName() {
        String id = submit();
        for (String operation : List.of("read_execution_context", "renew_batch")) {
            var refused = http.send(http.post(operation, "{'execution_id':'%s','items':[{}]}".formatted(id))
                            .header("FF-Bytes", "hex"))
                    .join();

            assertThat(refused.status()).as(operation).isEqualTo(400);
            assertThat(refused.body().get("code").textValue()).isEqualTo("invalid_input");
            assertThat(refused.body().get("kind").textValue()).isEqualTo("invalid_request");
            assertThat(refused.body().get("error").textValue()).contains("FF-Bytes", "hex", "base64");
        }
    }

    private JsonNode context(String id, String form) {
        return http.send(http.post("read_execution_context", "{'execution_id':'%s'}".formatted(id))
                        .header("FF-Bytes", form))
                .join()
                .body()
                .get("input_payload");
    }
}
