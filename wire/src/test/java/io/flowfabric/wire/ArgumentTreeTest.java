package io.flowfabric.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.sun.management.ThreadMXBean;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.wire.handle.HandleText;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentTreeTest {
    private static final int BODY_BYTES = 1 << 20;

    /** As bytes, as text, in the buffers of the parser and as arguments, and not as a node for each value. */
    private static final long MOST_ALLOCATED = 8L * BODY_BYTES;

    private final Arguments arguments = new Arguments(HandleText.carried(), PartitionConfig.DEFAULT);

    /** A value in the place of bytes is read, or refused, as it would be from a complete tree. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "[0,1,127,128,255]",
                "[0,-1]",
                "[1,2,256]",
                "[-129]",
                "[1,2.5]",
                "[1,null]",
                "['5']",
                "[1,[2]]",
                "[1,{'a':2}]",
                "[99999999999999999999]",
                "{'json':[1,2.50,-0,1e2,100000000000000000000000000000.0,true,false,null,'ü\\n',{'a':{'b':[]}}]}",
                "{'json':null}",
                "{'json':'x'}",
                "{'json':'\\ud800'}",
                "{'json':{'\\ud800':1}}",
                "{'json':1,'text':'x'}",
                "{'text':'grün'}",
                "{'text':'\\ud800'}",
                "{'text':5}",
                "{'base64':'AAEC'}",
                "{'base64':'?'}",
                "{'base64':5}",
                "{'hex':'00'}",
                "{}",
                "'text'",
                "5",
                "true",
                "null"
            })
    void bytesAreReadAsFromAWholeTree(String spelled) throws Exception {
        String body = body(spelled);

        assertThat(outcome(() -> arguments.read(Catalogue.CREATE_EXECUTION, ArgumentTree.of(utf8(body)))))
                .isEqualTo(outcome(() -> arguments.read(Catalogue.CREATE_EXECUTION, Arguments.tree(body))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'a':1,'a':2}",
                "{'input_payload':{'json':{'a':1,'a':2}}}",
                "{'input_payload':[1,2",
                "{'input_payload':[1,2}",
                "{'input_payload':{'json':[}}",
                "{'a':1e99999999999}",
                "{'input_payload':{'json':1e99999999999}}",
                "{} {}",
                " ",
                "\u00a0"
            })
    void whatIsNoJsonIsRefused(String body) {
        assertThatThrownBy(() -> ArgumentTree.of(utf8(quoted(body)))).isInstanceOf(JsonProcessingException.class);
        assertThatThrownBy(() -> Arguments.tree(quoted(body))).isInstanceOf(JsonProcessingException.class);
    }

    @Test
    void bytesThatAreNoTextAreRefused() {
        assertThatThrownBy(() -> ArgumentTree.of(new byte[] {'"', (byte) 0xc0, (byte) 0x80, '"'}))
                .isInstanceOf(JsonParseException.class);
    }

    @Test
    void asManyValuesAsAreAllowedAreRead() throws Exception {
        assertThat(ArgumentTree.of(utf8(list("1", Limits.VALUES - 1)))).hasSize(Limits.VALUES - 1);
        assertTooMany(() -> ArgumentTree.of(utf8(list("1", Limits.VALUES))));
        assertTooMany(() -> ArgumentTree.of(utf8(body(list("1", Limits.VALUES).replaceFirst("1", "1.5")))));
        assertTooMany(() -> ArgumentTree.of(utf8(body(list("1", Limits.VALUES).replaceFirst("1]$", "'x']")))));
    }

    @Test
    void anObjectInAPayloadHasAsManyMembersAsThereMayBeValues() throws Exception {
        assertThat(ArgumentTree.of(utf8(body("{'json':[%s,%s]}".formatted(members(10_000), members(10_000))))))
                .isNotEmpty();
        assertTooMany(() -> ArgumentTree.of(utf8(body("{'json':%s}".formatted(members(10_001))))));
    }

    @Test
    void itemsOfABatchAreCountedOneByOne() throws Exception {
        var items = new ArrayList<JsonNode>();
        String item = quoted("{'a':%s}".formatted(list("1", 5000)));
        String body = quoted("{'x':[1],'items':%s,'y':[2]}".formatted(list(item, 3)));

        assertThat(ArgumentTree.items(utf8(body), "items", items::add)).isEqualTo(3);
        assertThat(items)
                .hasSize(3)
                .allSatisfy(each -> assertThat(each.get("a")).hasSize(5000));
        assertTooMany(() -> ArgumentTree.items(utf8(body), "others", items::add));
        assertThat(ArgumentTree.items(utf8("{'items':{},'x':[1]}"), "items", items::add))
                .isNegative();
        assertThat(ArgumentTree.items(utf8("[]"), "items", items::add)).isNegative();
        assertThat(ArgumentTree.items(new byte[0], "items", items::add)).isNegative();
        assertThat(ArgumentTree.items(utf8(quoted("{'items':%s}".formatted(list("1", 1234)))), "items", any -> {}))
                .isEqualTo(1234);
    }

    /** A parsed body takes a few times the memory of the largest body, however small its values. */
    @Test
    void noBodyWeighsManyTimesItsBytes() throws Exception {
        var shapes = List.of(
                body(list("255", BODY_BYTES / 4)),
                body(list("7", BODY_BYTES / 2)),
                body(list("{}", BODY_BYTES / 3)),
                body(list("[]", BODY_BYTES / 3)),
                body("{'json':%s}".formatted(list("[]", BODY_BYTES / 3))),
                members(BODY_BYTES / 10),
                body("{'text':'%s'}".formatted("x".repeat(BODY_BYTES - 200))));
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int warm = 0; warm < 2; warm++) {
            for (String shape : shapes) {
                byte[] body = utf8(shape);
                long before = threads.getCurrentThreadAllocatedBytes();
                catchThrowable(() -> arguments.read(Catalogue.CREATE_EXECUTION, ArgumentTree.of(body)));
                long allocated = threads.getCurrentThreadAllocatedBytes() - before;
                if (warm > 0) {
                    assertThat(allocated).as(shape.substring(0, 200)).isLessThan(MOST_ALLOCATED);
                }
            }
        }
    }

    /** Of a payload as JSON only the bytes are kept. */
    @Test
    void aJsonPayloadIsOneValue() throws Exception {
        for (String value : List.of("{}", "[]", "{'a':1}", "77")) {
            String json = list(value, BODY_BYTES / (value.length() + 1) - 20);
            var tree = ArgumentTree.of(utf8(body("{'json':%s}".formatted(json))));

            assertThat(tree.get("input_payload").get("json")).isInstanceOf(POJONode.class);
            assertThat(arguments.read(Catalogue.CREATE_EXECUTION, tree).input().bytes())
                    .isEqualTo(utf8(json));
        }
    }

    private static void assertTooMany(Callable<?> reading) {
        assertThatThrownBy(reading::call)
                .isInstanceOfSatisfying(
                        EngineException.class,
                        refused -> assertThat(refused.error().detail()).contains("more than 10000"));
    }

    private static Object outcome(Callable<?> reading) {
        try {
            return reading.call();
        } catch (Exception refused) {
            return refused.getClass() + ": " + refused.getMessage();
        }
    }

    private static String body(String payload) {
        return quoted("{'namespace':'shop','execution_kind':'charge','execution_id':"
                + "'{fp:7}:0190f3a0-0000-7000-8000-000000000001','input_payload':%s}".formatted(payload));
    }

    private static String list(String value, int count) {
        return "[" + String.join(",", Collections.nCopies(count, value)) + "]";
    }

    private static String members(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "'%x':1".formatted(i))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String quoted(String text) {
        return text.replace('\'', '"');
    }

    private static byte[] utf8(String text) {
        return quoted(text).getBytes(StandardCharsets.UTF_8);
    }
}
