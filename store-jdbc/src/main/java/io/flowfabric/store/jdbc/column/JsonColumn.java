package io.flowfabric.store.jdbc.column;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Small maps as JSON text in a column; an empty map is no text. */
public final class JsonColumn {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonColumn() {}

    public static @Nullable String write(Map<String, ?> map) {
        return map.isEmpty() ? null : text(map);
    }

    /** A list of texts, for a statement that takes one as JSON. */
    public static String list(List<String> texts) {
        return text(texts);
    }

    private static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalArgumentException("Only text and numbers go into a JSON column", impossible);
        }
    }

    /** Fails with {@code corruption} when the text is no JSON object. */
    public static Map<String, Object> read(@Nullable String text) {
        return parse(text, new TypeReference<TreeMap<String, Object>>() {}, new TreeMap<>());
    }

    /** Fails with {@code corruption} when the text is no JSON object of texts. */
    public static SortedMap<String, String> readTexts(@Nullable String text) {
        return parse(text, new TypeReference<TreeMap<String, String>>() {}, new TreeMap<>());
    }

    private static <T> T parse(@Nullable String text, TypeReference<T> type, T empty) {
        if (text == null) {
            return empty;
        }
        try {
            return MAPPER.readValue(text, type);
        } catch (JsonProcessingException damaged) {
            throw EngineError.of(ErrorCode.CORRUPTION, "JSON column", damaged.getOriginalMessage())
                    .toException();
        }
    }
}
