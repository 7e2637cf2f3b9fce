package io.flowfabric.engine.rules;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Which texts are taken: every one without the character U+0000, which not every store has a place for. Looked at before
 * a store is asked, so that all of them refuse the same. Bytes are free, and so are the keys of maps, which have rules of
 * their own.
 */
public final class TextRules {
    private static final String MODEL = "io.flowfabric.model.";

    /** The components that can lead to a text; most of those of the arguments that are called most often cannot. */
    private static final ClassValue<List<RecordComponent>> COMPONENTS = new ClassValue<>() {
        @Override
        protected List<RecordComponent> computeValue(Class<?> type) {
            return Arrays.stream(type.getRecordComponents())
                    .filter(component -> mayLeadToText(component.getType()))
                    .toList();
        }
    };

    private TextRules() {}

    /** Refuses arguments of which a text, however deep, has the character U+0000. */
    public static Optional<EngineError> check(Record arguments) {
        for (RecordComponent component : COMPONENTS.get(arguments.getClass())) {
            if (isForbidden(value(component.getAccessor(), arguments))) {
                return Optional.of(EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        snakeCase(component.getName()) + ": must not contain U+0000",
                        "No text is stored with this character. Leave it out, or send the text as a payload."));
            }
        }
        return Optional.empty();
    }

    private static boolean isForbidden(Object value) {
        if (value instanceof String text) {
            return text.indexOf('\0') >= 0;
        }
        if (value instanceof Optional<?> perhaps) {
            return perhaps.filter(TextRules::isForbidden).isPresent();
        }
        if (value instanceof Collection<?> all) {
            return all.stream().anyMatch(TextRules::isForbidden);
        }
        if (value instanceof Map<?, ?> map) {
            return isForbidden(map.values());
        }
        return value instanceof Record whole
                && whole.getClass().getName().startsWith(MODEL)
                && check(whole).isPresent();
    }

    private static boolean mayLeadToText(Class<?> type) {
        return type == String.class
                || type == Optional.class
                || Collection.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || type.isRecord() && !COMPONENTS.get(type).isEmpty()
                || type.isSealed();
    }

    private static Object value(Method accessor, Record whole) {
        try {
            return accessor.invoke(whole);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("The model's records are open to all", impossible);
        }
    }

    private static String snakeCase(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
