package io.flowfabric.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowfabric.wire.handle.HandleText;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** 08 §1: for any bytes, the answer is JSON, and the bytes can be read back. */
class BytesFormTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Answers answers = new Answers(HandleText.carried());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":[1,null,true,\"\\u00e4\"]}",
                " \t\r\n[ ] \n",
                "1.10",
                "-0",
                "1e99999999999",
                "-1E-99999999999",
                "{\"a\":1e99999999999}",
                "\"\\ud800\"",
                "\"\ud83d\ude42\"",
                "null"
            })
    void jsonIsAnsweredAsItWasStored(String text) {
        assertThat(written(text.getBytes(UTF_8), BytesForm.JSON)).isEqualTo("{\"json\":" + text + "}");
    }

    @Test
    void noNumberAndNoNameIsTooLong() {
        String digits = "1".repeat(500_000);
        for (String text : List.of(digits, "0." + digits, "{\"" + digits + "\":1}")) {
            String answer = written(text.getBytes(UTF_8), BytesForm.JSON);
            assertThat(answer.equals("{\"json\":" + text + "}"))
                    .as("%s…", answer.substring(0, 20))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{\"a\":1",
                "[1,]",
                "{}}",
                "1 2",
                "{}{}",
                "01",
                "+1",
                "1.",
                ".5",
                "1e",
                "NaN",
                "-Infinity",
                "tru",
                "truely",
                "{a:1}",
                "{'a':1}",
                "\"a",
                "\"\\x\"",
                "\"\\u00g0\"",
                "\"\t\"",
                "// a\n1",
                "1 /* a */",
                "\u0000",
                "\ufeff",
                "\ufeff{}",
                "{}\ufeff"
            })
    void textThatIsNotOneJsonValueIsAnsweredInBase64(String text) throws IOException {
        assertIsBase64(text.getBytes(UTF_8), BytesForm.JSON);
        assertThat(tree(text.getBytes(UTF_8), BytesForm.TEXT).path("text").textValue())
                .isEqualTo(text);
    }

    static Stream<String> otherEncodings() {
        return Stream.of("UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32", "UTF-32BE", "UTF-32LE");
    }

    @ParameterizedTest
    @MethodSource("otherEncodings")
    void jsonInAnotherEncodingIsAnsweredInBase64(String encoding) throws IOException {
        for (String text : List.of("{}", "[1,2]", "5", "\"\u00e4\"")) {
            assertIsBase64(text.getBytes(Charset.forName(encoding)), BytesForm.JSON);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ff", "22ff22", "22c08022", "22eda08022", "22f4908080", "c3"})
    void bytesThatAreNotUtf8AreAnsweredInBase64(String hex) throws IOException {
        assertIsBase64(HexFormat.of().parseHex(hex), BytesForm.JSON);
        assertIsBase64(HexFormat.of().parseHex(hex), BytesForm.TEXT);
    }

    @Test
    void jsonThatIsNestedDeeperThanArgumentsMayBeIsAnsweredInBase64() throws IOException {
        assertThat(tree(nested(100), BytesForm.JSON).has("json")).isTrue();
        assertIsBase64(nested(101), BytesForm.JSON);
        assertIsBase64(nested(500_000), BytesForm.JSON);
    }

    private static byte[] nested(int depth) {
        return ("[".repeat(depth) + "]".repeat(depth)).getBytes(UTF_8);
    }

    private void assertIsBase64(byte[] bytes, BytesForm form) throws IOException {
        JsonNode answer = tree(bytes, form);
        assertThat(answer).as("%s", answer).hasSize(1);
        assertThat(answer.path("base64").binaryValue()).as("%s", answer).isEqualTo(bytes);
    }

    private JsonNode tree(byte[] bytes, BytesForm form) throws IOException {
        return MAPPER.readTree(answers.write(bytes, form));
    }

    private String written(byte[] bytes, BytesForm form) {
        return new String(answers.write(bytes, form), UTF_8);
    }
}
