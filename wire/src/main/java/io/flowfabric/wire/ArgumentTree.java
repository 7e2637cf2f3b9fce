package io.flowfabric.wire;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.UnicodeText;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/**
 * Reads the arguments of a request. Each value of a tree takes many times the memory of its text, so there may be at
 * most {@link Limits#VALUES} of them; bytes in any format are read as bytes and count as one value. Of a batch, at most
 * one item is a tree at a time.
 */
public final class ArgumentTree {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final JsonParser in;
    private int values;

    private ArgumentTree(JsonParser in) {
        this.in = in;
    }

    /**
     * The arguments in a body in UTF-8; an empty one means an empty object.
     *
     * @throws JsonProcessingException if it is not JSON, or names a member twice
     * @throws EngineException {@code invalid_input} if it has too many values
     */
    public static JsonNode of(byte[] body) throws JsonProcessingException {
        return body.length == 0
                ? NODES.objectNode()
                : parsing(body, tree -> {
                    JsonNode root = tree.value(0);
                    tree.requireEnd();
                    return root;
                });
    }

    /**
     * Passes on the items of a batch one by one.
     *
     * @param member the list of the items
     * @return how many there are; negative when there is no such list
     * @throws JsonProcessingException if it is not JSON, or names a member twice; some items may have been passed on by
     *     then
     * @throws EngineException {@code invalid_input} if an item, or the rest of the body, has too many values
     */
    public static int items(byte[] body, String member, Consumer<JsonNode> items) throws JsonProcessingException {
        return body.length == 0
                ? -1
                : parsing(body, tree -> {
                    int count = tree.itemsOf(member, items);
                    tree.requireEnd();
                    return count;
                });
    }

    private interface Parsing<T> {
        T of(ArgumentTree tree) throws IOException;
    }

    private static <T> T parsing(byte[] body, Parsing<T> parsing) throws JsonProcessingException {
        // Decoded here: the parser accepts overlong forms, and guesses other encodings.
        String text =
                UnicodeText.decode(body).orElseThrow(() -> new JsonParseException(null, "it is not encoded in UTF-8"));
        try (var in = Trees.mapper().getFactory().createParser(text)) {
            if (in.nextToken() == null) {
                throw new JsonParseException(null, "the body is blank; write {} for no arguments");
            }
            return parsing.of(new ArgumentTree(in));
        } catch (NumberFormatException huge) {
            throw new JsonParseException(null, "a number is too large", huge);
        } catch (JsonProcessingException malformed) {
            throw malformed;
        } catch (IOException impossible) {
            throw new UncheckedIOException("A text cannot break off", impossible);
        }
    }

    private void requireEnd() throws IOException {
        if (in.nextToken() != null) {
            throw new JsonParseException(in, "there is more after the first value; send one value per request");
        }
    }

    private int itemsOf(String member, Consumer<JsonNode> items) throws IOException {
        int found = -1;
        if (!in.hasToken(JsonToken.START_OBJECT)) {
            value(0);
            return found;
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            boolean isList = in.currentName().equals(member);
            if (in.nextToken() == JsonToken.START_ARRAY && isList) {
                found = 0;
                int beside = values;
                while (in.nextToken() != JsonToken.END_ARRAY) {
                    values = 0;
                    JsonNode item = value(0);
                    if (found++ < Limits.BATCH) {
                        items.accept(item);
                    }
                }
                values = beside;
            } else {
                value(1);
            }
        }
        return found;
    }

    /** @param depth how many objects and arrays enclose it */
    private JsonNode value(int depth) throws IOException {
        count(1);
        return switch (in.currentToken()) {
            case START_OBJECT -> object(depth);
            case START_ARRAY -> rest(NODES.arrayNode(), depth);
            case VALUE_STRING -> NODES.textNode(in.getText());
            case VALUE_NUMBER_INT -> integer();
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(in.getDecimalValue());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            default -> throw new JsonParseException(in, "a value is expected");
        };
    }

    private JsonNode integer() throws IOException {
        return switch (in.getNumberType()) {
            case INT -> NODES.numberNode(in.getIntValue());
            case LONG -> NODES.numberNode(in.getLongValue());
            default -> NODES.numberNode(in.getBigIntegerValue());
        };
    }

    private ObjectNode object(int depth) throws IOException {
        var object = NODES.objectNode();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            in.nextToken();
            object.set(name, depth == 0 && ArgumentForms.isBytes(name) ? bytes() : value(depth + 1));
        }
        return object;
    }

    /** A member that is bytes, in any format; another value becomes a tree, to be refused as such. */
    private JsonNode bytes() throws IOException {
        if (in.hasToken(JsonToken.START_ARRAY)) {
            count(1);
            var read = new ByteArray(in);
            return read.isWhole() ? BinaryNode.valueOf(read.bytes()) : asTree(read);
        }
        if (!in.hasToken(JsonToken.START_OBJECT)) {
            return value(1);
        }
        count(1);
        var spelled = NODES.objectNode();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            in.nextToken();
            spelled.set(name, name.equals("json") ? NODES.pojoNode(JsonCopy.of(in)) : value(2));
        }
        return spelled;
    }

    /** An array that turned out not to be bytes. */
    private ArrayNode asTree(ByteArray read) throws IOException {
        count(read.bytes().length);
        var array = NODES.arrayNode();
        for (int number : read.numbers()) {
            array.add(number);
        }
        array.add(value(2));
        return rest(array, 1);
    }

    private ArrayNode rest(ArrayNode array, int depth) throws IOException {
        while (in.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(depth + 1));
        }
        return array;
    }

    private void count(int more) {
        values += more;
        if (values > Limits.VALUES) {
            throw tooMany("values");
        }
    }

    static EngineException tooMany(String what) {
        return EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "%s: more than %d".formatted(what, Limits.VALUES),
                        "The arguments of one call have at most %d values. Write a large payload as text or in base64."
                                .formatted(Limits.VALUES))
                .toException();
    }
}
