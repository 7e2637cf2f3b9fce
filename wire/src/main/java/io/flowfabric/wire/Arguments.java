package io.flowfabric.wire;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.FlowId;
import io.flowfabric.model.json.FlowFabricJson;
import io.flowfabric.model.partition.PartitionConfig;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reads the arguments of operations. Safe for use by any thread. */
public final class Arguments {
    private static final String HANDLE = "handle";
    private static final String MINT_FOR_FLOW = "mint_for_flow";

    /** What the engine refuses with a code of its own, instead of the arguments being of the wrong type. */
    private static final List<String> JUDGED_BY_THE_ENGINE =
            List.of("namespace: ", "worker_id: ", "worker_instance_id: ", "event_cursor: ", "event_family: ");

    private final HandleText handles;
    private final PartitionConfig partitions;
    private final ObjectMapper mapper;

    /** By the name of the operation; finding it out costs more than reading arguments does. */
    private final Map<String, Reading> readings = new ConcurrentHashMap<>();

    /** How the arguments of an operation are read. */
    private record Reading(ArgumentForm form, ObjectReader reader, List<String> needed, boolean beginsWithHandle) {}

    /**
     * @param handles how handles are read
     * @param partitions by which execution ids are minted for flows
     */
    public Arguments(HandleText handles, PartitionConfig partitions) {
        this.handles = handles;
        this.partitions = partitions;
        this.mapper = Trees.exact(FlowFabricJson.arguments())
                .registerModule(new SimpleModule("flowfabric-arguments")
                        .addDeserializer(byte[].class, new BytesReader())
                        .addDeserializer(Handle.class, new HandleReader()));
    }

    /**
     * Reads JSON text of any size; none at all means an empty object. What comes from strangers is read by {@link
     * ArgumentTree}.
     *
     * @throws JsonProcessingException if it is no JSON, or names a member twice
     */
    public static JsonNode tree(String body) throws JsonProcessingException {
        if (body.isEmpty()) {
            return Trees.mapper().createObjectNode();
        }
        JsonNode tree;
        try {
            tree = Trees.mapper().readTree(body);
        } catch (NumberFormatException huge) {
            throw new JsonParseException(null, "a number is too large to be one", huge);
        }
        if (tree.isMissingNode()) {
            throw new JsonParseException(null, "there is nothing but white space; write {} for no arguments");
        }
        return tree;
    }

    /**
     * The arguments of an operation.
     *
     * @throws InvalidArguments if a member is missing, of the wrong type, or an id that cannot be read
     * @throws EngineException if the engine has a word of its own for what is wrong
     */
    public <A> A read(Operation<A, ?> operation, JsonNode body) {
        if (!(body instanceof ObjectNode given)) {
            throw new InvalidArguments("", "the arguments of %s are one JSON object".formatted(operation));
        }
        // Members are exchanged, what is in them stays: a copy of all of it could be many times as large as the body.
        ObjectNode members = given.objectNode().setAll(given);
        var reading = readings.computeIfAbsent(operation.name(), name -> reading(operation));
        if (reading.beginsWithHandle()) {
            openHandle(members);
        }
        var form = reading.form();
        TextCheck.require(members, form);
        try {
            if (operation.equals(Catalogue.CREATE_EXECUTION)) {
                mintForFlow(members);
            }
            return reading.reader().readValue(form.toRecord(members));
        } catch (JsonMappingException refused) {
            throw refusal(refused, reading, body);
        } catch (IOException impossible) {
            throw new IllegalStateException("A tree cannot be malformed", impossible);
        } catch (EngineException refused) {
            throw judged(refused) ? refused : new InvalidArguments("", refused.getMessage());
        }
    }

    private Reading reading(Operation<?, ?> operation) {
        var components = operation.arguments().getRecordComponents();
        return new Reading(
                ArgumentForms.of(operation),
                mapper.readerFor(operation.arguments()),
                ArgumentSchemas.needed(operation),
                components.length > 0 && components[0].getType() == Handle.class);
    }

    /** A handle is examined before everything else: whoever forged one learns nothing from what comes after. */
    private void openHandle(ObjectNode members) {
        JsonNode text = members.path(HANDLE);
        if (!text.isTextual()) {
            throw new InvalidArguments(HANDLE, text.isMissingNode() ? "it is missing" : "a handle is a text");
        }
        members.putPOJO(HANDLE, handles.read(text.textValue()));
    }

    private void mintForFlow(ObjectNode members) {
        JsonNode flow = members.remove(MINT_FOR_FLOW);
        if (flow == null || flow.isNull()) {
            return;
        }
        var minted = ExecutionId.forFlow(flowId(flow), partitions);
        if (!members.hasNonNull("execution_id")) {
            members.set("execution_id", TextNode.valueOf(minted.toString()));
        }
    }

    private static FlowId flowId(JsonNode flow) {
        if (!flow.isTextual()) {
            throw new InvalidArguments(MINT_FOR_FLOW, "the id of a flow is a text");
        }
        try {
            return FlowId.parse(flow.textValue());
        } catch (EngineException unreadable) {
            throw new InvalidArguments(MINT_FOR_FLOW, unreadable.error().message());
        }
    }

    private static RuntimeException refusal(JsonMappingException refused, Reading reading, JsonNode written) {
        for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
            if (cause instanceof EngineException typed && judged(typed)) {
                return typed;
            }
        }
        return MappingRefusal.of(refused, reading.form(), reading.needed(), written);
    }

    private static boolean judged(EngineException refused) {
        return refused.code() != ErrorCode.INVALID_INPUT
                || JUDGED_BY_THE_ENGINE.stream().anyMatch(refused.detail()::startsWith);
    }

    private final class HandleReader extends StdScalarDeserializer<Handle> {

        private static final long serialVersionUID = 1L;

        HandleReader() {
            super(Handle.class);
        }

        @Override
        public Handle deserialize(JsonParser in, DeserializationContext context) throws IOException {
            return in.hasToken(JsonToken.VALUE_EMBEDDED_OBJECT)
                    ? (Handle) in.getEmbeddedObject()
                    : handles.read(context.readValue(in, String.class));
        }
    }
}
