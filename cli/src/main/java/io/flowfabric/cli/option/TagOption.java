package io.flowfabric.cli.option;

import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.tag.TagKey;
import picocli.CommandLine.TypeConversionException;

/** A tag as an option gives it. */
public record TagOption(String key, String value) {

    static TagOption parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            throw new TypeConversionException(
                    OptionValues.quoted(text) + " is not a tag; write KEY=VALUE, such as acme.order=7.");
        }
        String key = text.substring(0, equals);
        try {
            return new TagOption(TagKey.requireValidInBatch(key), text.substring(equals + 1));
        } catch (EngineException refused) {
            throw new TypeConversionException(OptionValues.explain(key, refused));
        }
    }
}
