package io.flowfabric.bench;

import picocli.CommandLine.ITypeConverter;

/** Reads {@code --store}. */
final class StoreChoiceConverter implements ITypeConverter<StoreChoice> {
    @Override
    public StoreChoice convert(String text) {
        return StoreChoice.parse(text);
    }
}
