package io.flowfabric.model.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;

/** Writes a variant without components as its bare name. */
final class UnitSerializer extends StdScalarSerializer<Object> {

    private static final long serialVersionUID = 1L;

    UnitSerializer(Class<?> variant) {
        super(variant, false);
    }

    @Override
    public void serialize(Object value, JsonGenerator out, SerializerProvider provider) throws IOException {
        out.writeString(handledType().getSimpleName());
    }
}
