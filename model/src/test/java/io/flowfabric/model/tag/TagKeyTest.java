package io.flowfabric.model.tag;

import static io.flowfabric.model.Failures.validationFailureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.error.ValidationException;
import io.flowfabric.model.error.code.ErrorCode;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TagKeyTest {

    private static final Pattern GRAMMAR = Pattern.compile("[a-z][a-z0-9_]*\\.[a-z0-9_][a-z0-9_.]*");

    @ParameterizedTest
    @ValueSource(strings = {"acme.session_id", "a.b", "a1_2.x", "app.sub.field", "a._", "a.0", "a.b.", "a.b..c"})
    void keyOfTheGrammarIsTaken(String key) {
        assertThat(TagKey.requireValid(key)).isEqualTo(key);
        assertThat(TagKey.requireValidInBatch(key)).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "acme",
                "acme.",
                "acme..x",
                ".acme",
                "Acme.x",
                "1acme.x",
                "_a.x",
                "ac-me.x",
                "ac me.x",
                "acme.Foo",
                "acme.foo-bar",
                "acme.foo bar",
                "acme.\"x\"",
                "acme.'x'",
                "acme.x\\",
                "a.b\n",
                "é.x",
                "a.é"
            })
    void anyOtherKeyIsRefused(String key) {
        assertThat(TagKey.isValid(key)).isFalse();
    }

    @Property
    void handWrittenGrammarIsTheRegularOne(
            @ForAll @Chars({'a', 'z', '0', '9', '_', '.', '-', 'A', '\n'}) @StringLength(max = 8) String key) {
        assertThat(TagKey.isValid(key)).isEqualTo(GRAMMAR.matcher(key).matches());
    }

    @Property
    void anyTextIsJudgedWithoutFailure(@ForAll @CharRange(to = '\uffff') String key) {
        assertThat(TagKey.isValid(key)).isEqualTo(GRAMMAR.matcher(key).matches());
    }

    @ParameterizedTest
    @ValueSource(strings = {"acme", "Acme.x"})
    void singleKeyIsInvalidInputAndABatchInvalidTagKey(String key) {
        ValidationException single = validationFailureOf(() -> TagKey.requireValid(key));
        assertThat(single.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(single.detail()).isEqualTo("tag_key: " + key);
        ValidationException batch = validationFailureOf(() -> TagKey.requireValidInBatch(key));
        assertThat(batch.code()).isEqualTo(ErrorCode.INVALID_TAG_KEY);
        assertThat(batch.detail()).isEqualTo(key);
    }
}
