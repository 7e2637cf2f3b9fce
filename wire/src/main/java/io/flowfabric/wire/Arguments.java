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
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.json.FlowFabricJson;
import io.flowfabric.wire.handle.HandleText;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Reads the arguments of operations. Safe for use by any thread. */
public final class Arguments {
    private static final String HANDLE = "handle";
    private static final String MINT_FOR_FLOW = "mint_for_flow";

    /** Types whose invalid values the engine refuses with an error code of its own. */
    private static final Set<Class<?>> JUDGED_BY_THE_ENGINE =
            Set.of(Namespace.class, WorkerId.class, WorkerInstanceId.class, EventCursor.class);

    private final HandleText handles;
    private final PartitionConfig partitions;
    private final ObjectMapper mapper;

    /** By the name of the operation; creating one costs more than reading arguments. */
    private final Map<String, Reading> readings = new ConcurrentHashMap<>();

    /** How the arguments of an operation are read. */
    private record Reading(ArgumentForm form, ObjectReader reader, List<String> needed, boolean beginsWithHandle) {}

    /**
     * @param handles how handles are read
     * @param partitions the partition counts, needed to generate execution ids for flows
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
     * Reads JSON text of any size; an empty text means an empty object. Untrusted bodies are read by {@link
     * ArgumentTree}.
     *
     * @throws JsonProcessingException if it is not JSON, or names a member twice
     */
    public static JsonNode tree(String body) throws JsonProcessingException {
        if (body.isEmpty()) {
            return Trees.mapper().createObjectNode();
        }
        JsonNode tree;
        try {
            tree = Trees.mapper().readTree(body);
        } catch (NumberFormatException huge) {
            throw new JsonParseException(null, "a number is too large", huge);
        }
        if (tree.isMissingNode()) {
            throw new JsonParseException(null, "the text is blank; write {} for no arguments");
        }
        return tree;
    }

    /**
     * The arguments of an operation.
     *
     * @throws InvalidArguments if a member is missing, of the wrong type, or an invalid id
     * @throws EngineException if the engine has an error code for the problem
     */
    public <A> A read(Operation<A, ?> operation, JsonNode body) {
        if (!(body instanceof ObjectNode given)) {
            throw new InvalidArguments("", "the arguments of %s are one JSON object".formatted(operation));
        }
        // Only the outer members are replaced: a deep copy could be many times as large as the body.
        ObjectNode members = given.objectNode().setAll(given);
        var reading = readings.computeIfAbsent(operation.name(), name -> reading(operation));
        if (reading.beginsWithHandle()) {
            openHandle(members);
        }
        var form = reading.form();
        TextCheck.require(members, form);
        try {
            if (form.instructions().contains(MINT_FOR_FLOW)) {
                mintForFlow(members);
            }
            return reading.reader().readValue(form.toRecord(members));
        } catch (JsonMappingException refused) {
            throw refusal(refused, reading, body);
        } catch (IOException impossible) {
            throw new IllegalStateException("A tree cannot be malformed", impossible);
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

    /** A handle is checked before everything else, so that a forged one reveals nothing through other errors. */
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
        boolean judged = refused instanceof InvalidFormatException unreadable
                && JUDGED_BY_THE_ENGINE.contains(unreadable.getTargetType());
        for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
            if (cause instanceof EngineException typed && (judged || typed.code() != ErrorCode.INVALID_INPUT)) {
                return typed;
            }
        }
        return MappingRefusal.of(refused, reading.form(), reading.needed(), written);
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
