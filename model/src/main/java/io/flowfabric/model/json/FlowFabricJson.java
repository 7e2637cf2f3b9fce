package io.flowfabric.model.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads and writes arguments and answers. */
public final class FlowFabricJson {

    /** No argument nests nearly as deep; the bound keeps hostile input from exhausting the stack. */
    private static final int MAX_DEPTH = 100;

    private static final List<Class<?>> COLLECTIONS = List.of(List.class, Set.class, Map.class);

    private static final ObjectMapper MAPPER = create();

    private static final ObjectMapper ARGUMENTS = strict(MAPPER.copy());

    private FlowFabricJson() {}

    /**
     * The mapper of this dialect. It is shared and safe for use by any thread; for other settings, change a {@code
     * copy()}.
     *
     * <p>Reading fails with a {@code JsonProcessingException} if the text is no JSON, a required member is missing, or
     * a value is not of its type. Where the model refused the value, its {@link
     * io.flowfabric.model.error.ValidationException} is among the causes.
     */
    public static ObjectMapper mapper() {
        return MAPPER;
    }

    /**
     * The mapper that reads what strangers send: {@code "5"} is no number to it, {@code 5} no text, and a collection
     * that is missing is not an empty one. The usual one takes all of these, since some answers have times as text. It
     * is shared, too.
     */
    public static ObjectMapper arguments() {
        return ARGUMENTS;
    }

    private static ObjectMapper strict(ObjectMapper mapper) {
        for (LogicalType type : List.of(LogicalType.Integer, LogicalType.Float, LogicalType.Boolean)) {
            mapper.coercionConfigFor(type)
                    .setCoercion(CoercionInputShape.String, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
        }
        mapper.coercionConfigFor(LogicalType.Integer).setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
        mapper.coercionConfigFor(LogicalType.Boolean).setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
        for (CoercionInputShape shape :
                List.of(CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean)) {
            mapper.coercionConfigFor(LogicalType.Textual).setCoercion(shape, CoercionAction.Fail);
        }
        COLLECTIONS.forEach(type -> mapper.configOverride(type).setSetterInfo(JsonSetter.Value.empty()));
        return mapper;
    }

    private static ObjectMapper create() {
        var constraints =
                StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build();
        ObjectMapper mapper = JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(constraints)
                        // Of two members of one name readers take the first or the last: refuse to guess.
                        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        .build())
                .addModule(new Jdk8Module())
                .addModule(new UnionModule())
                .addModule(new TextModule())
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
                // A record is its components; what it tells about them by isThis() and isThat() is not.
                .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                // A required member that is missing must not turn into 0 or null.
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .build();
        COLLECTIONS.forEach(
                type -> mapper.configOverride(type).setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)));
        return mapper;
    }

    /** Whether values of a type are bare texts in JSON, whatever they are made of: ids, names and tokens. */
    public static boolean isText(Class<?> type) {
        return TextForm.ALL.stream().anyMatch(form -> form.type() == type);
    }
}
