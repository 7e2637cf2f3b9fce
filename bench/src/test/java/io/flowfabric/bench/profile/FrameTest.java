package io.flowfabric.bench.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameTest {
    @ParameterizedTest
    @CsvSource({
        "io.flowfabric.engine.ops.Claims, ENGINE",
        "io.flowfabric.model.id.ExecutionId, ENGINE",
        "io.flowfabric.store.jdbc.UncheckedSql, STORE",
        "io.flowfabric.sdk.worker.Worker, SDK",
        "org.postgresql.core.PGStream, DRIVER",
        "org.sqlite.core.DB, DRIVER",
        "java.util.HashMap, JDK",
        "sun.nio.ch.Net, JDK",
        "com.zaxxer.hikari.pool.ProxyStatement, OTHER",
    })
    void packageTellsTheOrigin(String type, Origin origin) {
        assertThat(Frame.method(type, "run", false).origin()).isEqualTo(origin);
        assertThat(Frame.method(type, "run", true).origin()).isEqualTo(Origin.NATIVE);
    }

    @Test
    void lambdaIsCalledLikeTheMethodAroundIt() {
        assertThat(Frame.method("org.sqlite.core.DB", "lambda$execute$2", false).name())
                .isEqualTo("org.sqlite.core.DB.execute λ");
        assertThat(Frame.isGlue("org.sqlite.core.DB$$Lambda$141.0x00007f")).isTrue();
        assertThat(Frame.isGlue("java.lang.invoke.LambdaForm$DMH")).isTrue();
        assertThat(Frame.isGlue("java.lang.invoke.LambdaForm")).isFalse();
    }

    @Test
    void nestedTypeIsReadableAndNamelessOneKeepsItsMark() {
        assertThat(Frame.method("x.Outer$Inner", "run", false).name()).isEqualTo("x.Outer.Inner.run");
        assertThat(Frame.method("x.Outer$2", "run", false).name()).isEqualTo("x.Outer$2.run");
    }
}
