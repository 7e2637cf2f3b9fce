package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresAddressTest {

    @ParameterizedTest
    @CsvSource({
        "postgresql://db/app, jdbc:postgresql://db/app",
        "postgresql://db:5433/app, jdbc:postgresql://db:5433/app",
        "postgresql://order_db:5432/app, jdbc:postgresql://order_db:5432/app",
        "postgresql://db:65535/app, jdbc:postgresql://db:65535/app",
        "postgresql://[::1]:5432/app, jdbc:postgresql://[::1]:5432/app",
        "'postgresql://a:1,b:2/app', 'jdbc:postgresql://a:1,b:2/app'",
        "postgresql://u:p@db/app?schema=jobs&sslmode=require, jdbc:postgresql://db/app?sslmode=require"
    })
    void driverGetsHostsDatabaseAndItsOwnParameters(String text, String jdbcUrl) {
        assertThat(PostgresAddress.parse(text).jdbcUrl()).isEqualTo(jdbcUrl);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql://bob:a%20b@db/app",
                "postgresql://db/app?user=bob&password=a%20b",
                "postgresql://bob@db/app?password=a%20b"
            })
    void credentialsAreReadAndShownNowhere(String text) {
        var address = PostgresAddress.parse(text);
        assertThat(address.user()).contains("bob");
        assertThat(address.password()).contains("a b");
        assertThat(address).hasToString("jdbc:postgresql://db/app");
        assertThat(address.jdbcUrl()).isEqualTo("jdbc:postgresql://db/app");
    }

    @Test
    void plusAndAtArePartOfAPassword() {
        assertThat(PostgresAddress.parse("postgresql://bob:a+b@c@db/app").password())
                .contains("a+b@c");
    }

    @ParameterizedTest
    @CsvSource({
        "postgresql:, not a URI",
        "postgresql:/app, names no host",
        "postgresql:///app, names no host",
        "postgresql://bob:secret@/app, names no host",
        "postgresql://db, names no database",
        "postgresql://bob:secret@db/, names no database",
        "postgresql://bob:secret@db:port/app, db:port",
        "postgresql://bob:secret@db:65536/app, db:65536",
        "postgresql://bob:secret/x@db/app, %2F",
        "postgresql://bob:secret#x@db/app, %23",
        "postgresql://bob:secret x@db/app, not a URI",
        "postgresql://bob:secret%zz@db/app, not a URI"
    })
    void anythingElseIsRefusedInOneLineWithoutThePassword(String text, String said) {
        assertThatThrownBy(() -> PostgresAddress.parse(text))
                .isInstanceOfSatisfying(
                        EngineException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT))
                .hasMessageContaining(said)
                .message()
                .hasLineCount(1)
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Jobs",
                "1jobs",
                "my-jobs",
                "a.b",
                "a;b",
                "%22a%22",
                "pg_jobs",
                "a123456789012345678901234567890123456789012345678901234"
            })
    void badSchemaNamesAreRefused(String name) {
        assertThatThrownBy(() -> PostgresAddress.parse("postgresql://db/app?schema=" + name))
                .isInstanceOfSatisfying(
                        EngineException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT))
                .hasMessageContaining("schema");
    }
}
