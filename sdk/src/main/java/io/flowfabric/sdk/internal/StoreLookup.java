package io.flowfabric.sdk.internal;

import io.flowfabric.engine.store.Addresses;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** Finds the store for an address among the providers on the class path. */
public final class StoreLookup {
    private StoreLookup() {}

    public static Store open(String address, StoreOptions options) {
        return choose(address, providers()).open(address, options);
    }

    public static Store open(DataSource dataSource, StoreOptions options) {
        return providers().stream()
                .flatMap(provider -> provider.open(dataSource, options).stream())
                .findFirst()
                .orElseThrow(() -> EngineError.of(
                                ErrorCode.INVALID_INPUT,
                                "no store on the class path can use a %s"
                                        .formatted(dataSource.getClass().getName()),
                                "Pass one for PostgreSQL, with flowfabric-store-postgres on the class path; a SQLite"
                                        + " store is opened by its address, sqlite:path/to/file.db.")
                        .toException());
    }

    private static List<StoreProvider> providers() {
        return ServiceLoader.load(StoreProvider.class, StoreProvider.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    static StoreProvider choose(String address, List<StoreProvider> providers) {
        return providers.stream()
                .filter(provider -> address.startsWith(provider.scheme()))
                .findFirst()
                .orElseThrow(() -> unknown(address, providers));
    }

    private static EngineException unknown(String address, List<StoreProvider> providers) {
        String wayOut = providers.isEmpty()
                ? "There is no store on the class path; add flowfabric-store-sqlite or another one."
                : providers.stream()
                        .map(StoreProvider::usage)
                        .collect(Collectors.joining(
                                "; ",
                                "The stores on the class path are addressed as: ",
                                "; a server as https://host."));
        return EngineError.of(ErrorCode.INVALID_INPUT, "address: \"" + Addresses.withoutSecrets(address) + "\"", wayOut)
                .toException();
    }
}
