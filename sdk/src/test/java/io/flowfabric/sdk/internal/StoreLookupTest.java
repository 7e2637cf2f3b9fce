package io.flowfabric.sdk.internal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.error.ValidationException;
import io.flowfabric.sdk.FlowFabric;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreLookupTest {
    @Test
    void unknownAddressIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> FlowFabric.open("mysql:shop"))
                .isInstanceOf(ValidationException.class)
                .hasMessageStartingWith("invalid_input: ")
                .hasMessageContaining("\"mysql:shop\"")
                .hasMessageContaining("sqlite:");
    }

    @Test
    void refusalShowsNoPassword() {
        assertThatThrownBy(() -> StoreLookup.open("mysql://shop:s3cr@et@db/shop", StoreOptions.DEFAULT))
                .hasMessageContaining("mysql://***@db/shop")
                .hasMessageNotContaining("s3cr")
                .hasMessageNotContaining("et@");
    }

    @Test
    void classPathWithoutAStoreIsSaidToBeSo() {
        assertThatThrownBy(() -> StoreLookup.choose("sqlite:a.db", List.of()))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining("no store on the class path");
    }
}
