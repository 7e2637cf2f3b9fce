package io.flowfabric.model.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import io.flowfabric.model.Literal;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineException;
import java.io.IOException;
import java.util.function.Function;

/** Ids, enums, bytes and capabilities: everything that is no JSON object. As the key of a map, each is its text. */
final class TextModule extends SimpleModule {

    private static final long serialVersionUID = 1L;

    TextModule() {
        super("flowfabric-text");
    }

    @Override
    public void setupModule(SetupContext context) {
        var texts = new SimpleModule("texts");
        texts.addSerializer(Literal.class, new ToText<>(Literal.class, Literal::literal, false));
        texts.addKeySerializer(Literal.class, new ToText<>(Literal.class, Literal::literal, true));
        TextForm.ALL.forEach(form -> add(texts, form));
        texts.addSerializer(byte[].class, new BytesJson.Writer());
        texts.addDeserializer(byte[].class, new BytesJson.Reader());
        texts.addSerializer(CapabilitySet.class, new CapabilityJson.Writer());
        texts.addDeserializer(CapabilitySet.class, new CapabilityJson.Reader());
        context.addDeserializers(new LiteralDeserializers());
        context.addKeyDeserializers(new LiteralDeserializers.Keys());
        // Set up last, so that a type with a text form of its own is found before the general rule for enums.
        texts.setupModule(context);
    }

    private static <T> void add(SimpleModule module, TextForm<T> form) {
        module.addSerializer(form.type(), new ToText<>(form.type(), form.write(), false));
        module.addKeySerializer(form.type(), new ToText<>(form.type(), form.write(), true));
        module.addDeserializer(form.type(), new FromText<>(form));
        module.addKeyDeserializer(form.type(), new FromKey(form));
    }

    private static final class ToText<T> extends StdScalarSerializer<T> {

        private static final long serialVersionUID = 1L;

        private final transient Function<T, String> text;
        private final boolean isKey;

        ToText(Class<T> type, Function<T, String> text, boolean isKey) {
            super(type);
            this.text = text;
            this.isKey = isKey;
        }

        @Override
        public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
            if (isKey) {
                out.writeFieldName(text.apply(value));
            } else {
                out.writeString(text.apply(value));
            }
        }
    }

    private static final class FromText<T> extends StdScalarDeserializer<T> {

        private static final long serialVersionUID = 1L;

        private final transient TextForm<T> form;

        FromText(TextForm<T> form) {
            super(form.type());
            this.form = form;
        }

        @Override
        public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
            if (!in.hasToken(JsonToken.VALUE_STRING)) {
                return form.type().cast(context.handleUnexpectedToken(form.type(), in));
            }
            return parse(form, in.getText(), in);
        }
    }

    private static final class FromKey extends KeyDeserializer {

        private final TextForm<?> form;

        FromKey(TextForm<?> form) {
            this.form = form;
        }

        @Override
        public Object deserializeKey(String key, DeserializationContext context) throws IOException {
            return parse(form, key, context.getParser());
        }
    }

    private static <T> T parse(TextForm<T> form, String text, JsonParser in) throws JsonMappingException {
        try {
            return form.read().apply(text);
        } catch (EngineException refused) {
            // The type says which value was refused, without parsing the text.
            var unreadable = InvalidFormatException.from(in, refused.getMessage(), text, form.type());
            unreadable.initCause(refused);
            throw unreadable;
        }
    }
}
