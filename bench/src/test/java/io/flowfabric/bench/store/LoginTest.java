package io.flowfabric.bench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.error.ValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoginTest {
    @Test
    void everyPartIsRead() {
        var login = Login.parse("postgresql://jo%40x:p%3Aw+d@db.example:6543/shop?schema=s");

        assertThat(login).isEqualTo(new Login("db.example", 6543, "jo@x", "p:w+d", "shop"));
        assertThat(login.address("other")).isEqualTo("postgresql://jo%40x:p%3Aw%2Bd@db.example:6543/other");
        assertThat(login.jdbcUrl("other"))
                .isEqualTo("jdbc:postgresql://db.example:6543/other?user=jo%40x&password=p%3Aw%2Bd");
    }

    @Test
    void portAndPasswordMayBeMissing() {
        assertThat(Login.parse("postgresql://me@localhost/shop"))
                .isEqualTo(new Login("localhost", 5432, "me", "", "shop"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql://localhost/shop", "postgresql://me:secret@localhost", "postgresql:///shop"})
    void missingPartIsRefusedWithoutThePassword(String address) {
        assertThatThrownBy(() -> Login.parse(address))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining("postgresql://user:password@host")
                .hasMessageNotContaining("secret");
    }

    @Test
    void passwordIsNotShown() {
        assertThat(Login.parse("postgresql://me:secret@localhost/shop")).hasToString("me@localhost:5432/shop");
    }
}
