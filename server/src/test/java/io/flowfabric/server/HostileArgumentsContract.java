package io.flowfabric.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.rules.limit.Limit;
import io.flowfabric.engine.rules.limit.Limit.Beyond;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.store.testkit.SampleArguments;
import io.flowfabric.store.testkit.SampleArguments.ArgumentPath;
import io.flowfabric.store.testkit.SampleArguments.Sort;
import io.flowfabric.wire.ArgumentWriter;
import io.flowfabric.wire.batch.BatchKind;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Invalid values over HTTP, in each place of the arguments of each operation: the places come from the records of the
 * catalogue, so that new operations are covered. Each is refused with its exact status, and nothing is stored.
 */
abstract class HostileArgumentsContract extends ServerSuite {
    private static final String MARK = "mark";
    /** A number out of range is not readable as a partition. */
    private static final String PARTITION = "partition";

    private static final String TOO_LARGE = "9223372036854775808";
    private static final Pattern NUMBER = Pattern.compile("\"(\\w+)\":(-?\\d+)(?=[,}])");
    private static final Pattern FIRST_MEMBER = Pattern.compile("\\{(\"(\\w+)\":)");

    /** An overlong form, half of a surrogate pair, beyond the last character, and a continuation without a start. */
    private static final List<byte[]> NO_UTF8 = List.of(
            bytes(0xc0, 0xaf),
            bytes(0xe0, 0x80, 0xaf),
            bytes(0xed, 0xa0, 0x80),
            bytes(0xf5, 0x80, 0x80, 0x80),
            bytes(0x80));

    private final List<String> wrong = new ArrayList<>();
    private int asked;
    private String handle;
    private String before;

    @BeforeEach
    void holdOne() {
        submit();
        handle = http.call("claim", claim(",'lease_ttl_ms':3600000"))
                .variant("Claimed")
                .get("handle")
                .textValue();
        before = everything();
    }

    @Test
    void textThatCannotBeStoredOrIsTooLongIsRefusedByItsMember() {
        for (Operation<?, ?> operation : Catalogue.all()) {
            for (ArgumentPath place : places(operation)) {
                var limit = Limits.of(place.owner(), place.component()).orElseThrow();
                if (place.sort() == Sort.TEXT && !place.path().endsWith("{key}")) {
                    ObjectNode arguments = marked(operation, place);
                    String member = holderOf(arguments);
                    for (String escape : List.of("\\ud800", "a\\udbff", "a\\u0000")) {
                        refused(operation, arguments.toString().replace(MARK, escape), 400, member);
                    }
                    if (limit.beyond() == Beyond.REFUSED) {
                        String tooLong = "\u00e9".repeat((int) limit.most() / 2 + 1);
                        refused(operation, arguments.toString().replace(MARK, tooLong), 400, member);
                    }
                }
            }
        }
        assertAllWereRefused();
    }

    @Test
    void numbersAndCountsBeyondTheirLimitsAreRefusedByTheirMember() {
        for (Operation<?, ?> operation : Catalogue.all()) {
            for (ArgumentPath place : places(operation)) {
                var limit = Limits.of(place.owner(), place.component()).orElseThrow();
                if (place.sort() != Sort.TEXT && limit.beyond() == Beyond.REFUSED) {
                    for (Object value : beyond(place, limit)) {
                        var arguments = written(operation, place, value);
                        String member = outside(place);
                        refused(operation, arguments.toString(), member.equals(PARTITION) ? 422 : 400, member);
                    }
                }
            }
        }
        assertAllWereRefused();
    }

    @Test
    void numbersThatNoTypeHoldsAreRefusedByTheirMember() {
        for (Operation<?, ?> operation : Catalogue.all()) {
            String arguments = written(operation).toString();
            var number = NUMBER.matcher(arguments);
            while (number.find()) {
                for (String other : List.of(TOO_LARGE, "-" + TOO_LARGE + "0", "1.5", "1e400")) {
                    String body = arguments.substring(0, number.start(2)) + other + arguments.substring(number.end(2));
                    refused(operation, body, 422, number.group(1));
                }
            }
        }
        assertAllWereRefused();
    }

    @Test
    void memberThatIsThereTwiceIsRefusedByItsNameAtEveryDepth() {
        for (Operation<?, ?> operation : Catalogue.all()) {
            String arguments = written(operation).toString();
            var object = FIRST_MEMBER.matcher(arguments);
            while (object.find()) {
                String twice = "{%snull,%s".formatted(object.group(1), object.group(1));
                String body = arguments.substring(0, object.start()) + twice + arguments.substring(object.end());
                refused(operation, body, 400, object.group(2));
            }
        }
        assertAllWereRefused();
    }

    @Test
    void bytesThatAreNoUtf8AreRefusedWhereverTheyStand() {
        for (Operation<?, ?> operation : Catalogue.all()) {
            for (ArgumentPath place : places(operation)) {
                if (place.sort() == Sort.TEXT && !place.path().endsWith("{key}")) {
                    String arguments = marked(operation, place).toString();
                    NO_UTF8.forEach(broken -> refused(operation, spliced(arguments, broken), 400, "UTF-8"));
                }
            }
        }
        assertAllWereRefused();
    }

    private void assertAllWereRefused() {
        assertThat(wrong).as("%d calls", asked).isEmpty();
        assertThat(asked).as("calls").isGreaterThan(Catalogue.all().size() / 2);
        assertThat(everything()).isEqualTo(before);
    }

    private void refused(Operation<?, ?> operation, String body, int status, String named) {
        refused(operation, body.getBytes(UTF_8), status, named);
    }

    /** Records a call that is not refused as expected; the item of a batch is refused in the answer to the batch. */
    private void refused(Operation<?, ?> operation, byte[] body, int status, String named) {
        asked++;
        var answer = http.send(http.post(operation.name(), "").POST(BodyPublishers.ofByteArray(body)))
                .join();
        JsonNode error = answer.body();
        int told = answer.status();
        if (told == 200 && error.at("/results/0/Error").isObject()) {
            error = error.at("/results/0/Error");
            told = error.path("status").asInt();
        }
        boolean tooLarge =
                told == 413 && body.length > error.path("limit_bytes").asInt(Integer.MAX_VALUE);
        if (!tooLarge && (told != status || !error.path("error").asText().contains(named))) {
            String start = new String(body, 0, Math.min(body.length, 300), UTF_8);
            wrong.add("%s %s: %d %s, expected %d and %s%n"
                    .formatted(operation.name(), start, told, error, status, named));
        }
    }

    /** The places of the single operation for a batch, and its own. */
    private static List<ArgumentPath> places(Operation<?, ?> operation) {
        return SampleArguments.places(single(operation).arguments());
    }

    private static Operation<?, ?> single(Operation<?, ?> operation) {
        return operation.shape() == Operation.Shape.BATCH
                ? BatchKind.of(operation).single()
                : operation;
    }

    private ObjectNode marked(Operation<?, ?> operation, ArgumentPath place) {
        return written(operation, place, MARK);
    }

    private ObjectNode written(Operation<?, ?> operation) {
        return whole(operation, write(single(operation)));
    }

    private ObjectNode written(Operation<?, ?> operation, ArgumentPath place, Object value) {
        return whole(operation, write(single(operation), place, value));
    }

    private static <A> ObjectNode write(Operation<A, ?> operation) {
        return new ArgumentWriter().write(operation, SampleArguments.of(operation.arguments()));
    }

    private static <A> ObjectNode write(Operation<A, ?> operation, ArgumentPath place, Object value) {
        return new ArgumentWriter()
                .write(
                        operation,
                        SampleArguments.with(operation.arguments(), place, value)
                                .get());
    }

    private ObjectNode whole(Operation<?, ?> operation, ObjectNode single) {
        if (single.has("handle")) {
            single.put("handle", handle);
        }
        if (operation.shape() != Operation.Shape.BATCH) {
            return single;
        }
        var batch = JsonNodeFactory.instance.objectNode();
        batch.putArray(BatchKind.of(operation).items()).add(single);
        return batch;
    }

    /** The member with the mark, in the arguments or in the only item of a batch. */
    private static String holderOf(ObjectNode arguments) {
        for (var member : arguments.properties()) {
            if (member.getValue().path(0) instanceof ObjectNode item && arguments.size() == 1) {
                return holderOf(item);
            }
            if (member.getValue().toString().contains(MARK)) {
                return member.getKey();
            }
        }
        throw new AssertionError("No member of %s has the mark".formatted(arguments));
    }

    /** The public name of a place. */
    private static String outside(ArgumentPath place) {
        return place.component().replaceAll("\\W.*", "");
    }

    private static List<Object> beyond(ArgumentPath place, Limit limit) {
        if (place.sort() == Sort.ITEMS) {
            return List.of((int) limit.most() + 1);
        }
        boolean isTheWholeType = limit.most() == Integer.MAX_VALUE || limit.most() == Long.MAX_VALUE;
        return isTheWholeType ? List.of(limit.least() - 1) : List.of(limit.least() - 1, limit.most() + 1);
    }

    private static byte[] spliced(String arguments, byte[] broken) {
        int at = arguments.indexOf(MARK);
        var body = new ByteArrayOutputStream();
        body.writeBytes(arguments.substring(0, at).getBytes(UTF_8));
        body.writeBytes(broken);
        body.writeBytes(arguments.substring(at + MARK.length()).getBytes(UTF_8));
        return body.toByteArray();
    }

    private static byte[] bytes(int... values) {
        var bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    /** Everything in the store: executions with all details, workers, cursors, lanes and events. */
    private String everything() {
        var told = new StringBuilder();
        var ids = http.call("list_executions", "{'limit':1000}").variant("executions");
        ids.forEach(id -> told.append(http.call("describe_execution", "{'execution_id':%s}".formatted(id))
                .body()));
        for (String list : List.of("list_workers", "list_cursors", "list_lanes")) {
            told.append(http.call(list, "{}").body());
        }
        return told.append(http.call("subscribe_events", "{'cursor':'start'}")
                        .body()
                        .path("events"))
                .toString();
    }
}
