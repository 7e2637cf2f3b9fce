package io.flowfabric.model.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.deser.Deserializers;
import com.fasterxml.jackson.databind.deser.KeyDeserializers;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import io.flowfabric.model.Literal;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads every enum that has literals by its literals, never by the names of its constants. */
final class LiteralDeserializers extends Deserializers.Base {

    @Override
    public @Nullable JsonDeserializer<?> findEnumDeserializer(
            Class<?> type, DeserializationConfig config, BeanDescription description) {
        return Literal.class.isAssignableFrom(type) ? new ByLiteral(type) : null;
    }

    private static Map<String, Object> constants(Class<?> type) {
        var byLiteral = new LinkedHashMap<String, Object>();
        for (Object constant : type.getEnumConstants()) {
            byLiteral.put(((Literal) constant).literal(), constant);
        }
        return byLiteral;
    }

    private static final class ByLiteral extends StdScalarDeserializer<Object> {

        private static final long serialVersionUID = 1L;

        private final transient Map<String, Object> constants;

        ByLiteral(Class<?> type) {
            super(type);
            this.constants = constants(type);
        }

        @Override
        public Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
            if (!in.hasToken(JsonToken.VALUE_STRING)) {
                return context.handleUnexpectedToken(_valueClass, in);
            }
            Object constant = constants.get(in.getText());
            return constant != null
                    ? constant
                    : context.handleWeirdStringValue(
                            _valueClass, in.getText(), "expected one of %s", constants.keySet());
        }
    }

    /** The same for the keys of maps. */
    static final class Keys implements KeyDeserializers {

        @Override
        public @Nullable KeyDeserializer findKeyDeserializer(
                JavaType type, DeserializationConfig config, BeanDescription description) {
            boolean hasLiterals = type.isEnumType() && type.isTypeOrSubTypeOf(Literal.class);
            return hasLiterals ? new KeyByLiteral(type.getRawClass()) : null;
        }
    }

    private static final class KeyByLiteral extends KeyDeserializer {

        private final Class<?> type;
        private final Map<String, Object> constants;

        KeyByLiteral(Class<?> type) {
            this.type = type;
            this.constants = constants(type);
        }

        @Override
        public Object deserializeKey(String key, DeserializationContext context) throws IOException {
            Object constant = constants.get(key);
            return constant != null
                    ? constant
                    : context.handleWeirdKey(type, key, "expected one of %s", constants.keySet());
        }
    }
}
