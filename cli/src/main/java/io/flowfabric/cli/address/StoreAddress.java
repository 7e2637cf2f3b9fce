package io.flowfabric.cli.address;

import io.flowfabric.engine.store.Addresses;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreHealth;
import io.flowfabric.engine.store.StoreMigrations;
import io.flowfabric.engine.store.StoreProvider;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * Where a store is, checked as far as it can be without opening it.
 *
 * @param text the address as it was written
 * @param provider opens stores of this kind of address
 */
public record StoreAddress(String text, StoreProvider provider) {

    /**
     * Reads an address. Nothing is opened or created.
     *
     * @throws EngineException {@code invalid_input} if no provider knows the scheme, or its provider refuses the rest
     */
    public static StoreAddress parse(String text) {
        var providers = ServiceLoader.load(StoreProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        var address = providers.stream()
                .filter(candidate -> text.startsWith(candidate.scheme()))
                .findFirst()
                .map(provider -> new StoreAddress(text, provider))
                .orElseThrow(() -> unknown(providers));
        // Asking for the migrations opens nothing, and makes the provider look at the rest of the address.
        address.migrations();
        return address;
    }

    /** The migrations of the store. */
    public StoreMigrations migrations() {
        return provider.migrations(text);
    }

    /** Whether there is a store already. */
    public boolean isInUse() {
        return migrations().show().stream().anyMatch(StoreMigrations.Step::applied);
    }

    /** What the database tells of its condition. */
    public StoreHealth health() {
        return provider.health(text);
    }

    /** Opens the store, creating it or bringing it up to date first. The caller closes it. */
    public Store open() {
        return provider.open(text, StoreOptions.DEFAULT);
    }

    /** The address without its password. */
    @Override
    public String toString() {
        return Addresses.withoutSecrets(text);
    }

    private static EngineException unknown(List<StoreProvider> providers) {
        var usages = providers.stream().map(StoreProvider::usage).sorted().collect(Collectors.joining(" or "));
        return EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "no installed store has such an address",
                        "Write it like " + usages + ".")
                .toException();
    }
}
