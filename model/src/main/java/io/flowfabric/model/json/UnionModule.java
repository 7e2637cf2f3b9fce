package io.flowfabric.model.json;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.deser.Deserializers;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.Serializers;
import io.flowfabric.model.ExternallyTagged;
import org.jspecify.annotations.Nullable;

/** Unions of records, tagged from outside. */
final class UnionModule extends SimpleModule {

    private static final long serialVersionUID = 1L;

    UnionModule() {
        super("flowfabric-unions");
    }

    @Override
    public void setupModule(SetupContext context) {
        context.addSerializers(new UnitVariants());
        context.addBeanSerializerModifier(new Tagging());
        context.addDeserializers(new Unions());
    }

    static boolean isVariant(Class<?> type) {
        return type.isRecord() && ExternallyTagged.class.isAssignableFrom(type);
    }

    static boolean isUnit(Class<?> variant) {
        return variant.getRecordComponents().length == 0;
    }

    private static final class UnitVariants extends Serializers.Base {

        @Override
        public @Nullable JsonSerializer<?> findSerializer(
                SerializationConfig config, JavaType type, BeanDescription description) {
            Class<?> variant = type.getRawClass();
            return isVariant(variant) && isUnit(variant) ? new UnitSerializer(variant) : null;
        }
    }

    /** Puts the tag around the JSON of the variant. */
    private static final class Tagging extends BeanSerializerModifier {

        private static final long serialVersionUID = 1L;

        @Override
        public JsonSerializer<?> modifySerializer(
                SerializationConfig config, BeanDescription description, JsonSerializer<?> serializer) {
            Class<?> variant = description.getBeanClass();
            return isVariant(variant) && !isUnit(variant)
                    ? new VariantSerializer(variant.getSimpleName(), serializer)
                    : serializer;
        }
    }

    private static final class Unions extends Deserializers.Base {

        @Override
        public @Nullable JsonDeserializer<?> findBeanDeserializer(
                JavaType type, DeserializationConfig config, BeanDescription description) {
            Class<?> union = type.getRawClass();
            return union.isSealed() && ExternallyTagged.class.isAssignableFrom(union)
                    ? new UnionDeserializer(union)
                    : null;
        }
    }
}
