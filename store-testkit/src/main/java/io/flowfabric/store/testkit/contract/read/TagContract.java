package io.flowfabric.store.testkit.contract.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.InstanceTagEvent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.tag.GetExecutionTag;
import io.flowfabric.model.op.tag.SetExecutionTag;
import io.flowfabric.model.op.tag.SetExecutionTags;
import io.flowfabric.model.op.tag.SetTagsOutcome;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** 06 §9 on a store, as far as it concerns executions. */
@Covers({"set_execution_tag", "set_execution_tags", "get_execution_tag"})
public abstract class TagContract extends ContractSuite {
    private static final List<String> BAD_KEYS =
            List.of("", "cairn", "cairn.", "cairn..x", "Cairn.x", "1cairn.x", "cairn.Foo", "cairn.foo bar", "a.\"b");

    @Test
    public void latestValueIsReadAndOtherTagsAreLeftAlone() {
        var id = create(execution().tag("acme.first", "1"));

        assertThat(set(id, "acme.second", "2")).isEqualTo(Ok.OK);
        set(id, "acme.second", "3");

        assertThat(get(id, "acme.first")).contains("1");
        assertThat(get(id, "acme.second")).contains("3");
        assertThat(get(id, "acme.third")).isEmpty();
    }

    @Test
    public void tagsShowInSnapshotAndContextAndMoveTheMutationTime() {
        var id = create();
        long version = describe(id).version();
        advance(5);

        set(id, "acme.order", "");

        var snapshot =
                engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id)).orElseThrow();
        assertThat(snapshot.tags()).isEqualTo(Map.of("acme.order", ""));
        assertThat(snapshot.lastMutationAt()).isEqualTo(START + 5);
        assertThat(snapshot.execution().timing().lastTransitionAt()).isEqualTo(START);
        assertThat(snapshot.execution().version()).isEqualTo(version + 1);
        assertThat(engine.call(Catalogue.READ_EXECUTION_CONTEXT, new ExecutionRef(id))
                        .tags())
                .isEqualTo(Map.of("acme.order", ""));
    }

    @Test
    public void badKeyIsRefusedBeforeAnythingIsRead() {
        var id = create();
        var unknown = new ExecutionId(3, UUID.randomUUID());
        for (String key : BAD_KEYS) {
            assertRefused(ErrorCode.INVALID_INPUT, () -> set(id, key, "x"));
            assertRefused(ErrorCode.INVALID_INPUT, () -> set(unknown, key, "x"));
            assertRefused(ErrorCode.INVALID_INPUT, () -> get(id, key));
        }
        assertThat(describe(id).version()).isEqualTo(1);
    }

    @Test
    public void unknownExecutionCannotBeTaggedAndHasNoTags() {
        var unknown = new ExecutionId(3, UUID.randomUUID());

        assertRefused(ErrorCode.EXECUTION_NOT_FOUND, () -> set(unknown, "acme.order", "x"));
        assertRefused(ErrorCode.EXECUTION_NOT_FOUND, () -> setAll(unknown, Map.of("acme.order", "x")));
        assertRefused(ErrorCode.EXECUTION_NOT_FOUND, () -> setAll(unknown, Map.of("BAD", "x")));
        assertThat(get(unknown, "acme.order")).isEmpty();
    }

    @Test
    public void setOfTagsIsWrittenWholeOrNotAtAll() {
        var id = create();

        assertRefused(ErrorCode.INVALID_INPUT, () -> setAll(id, Map.of()));
        assertThatThrownBy(() -> setAll(id, Map.of("acme.good", "1", "acme.Bad", "2")))
                .isInstanceOfSatisfying(EngineException.class, refused -> {
                    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_TAG_KEY);
                    assertThat(refused.detail()).isEqualTo("acme.Bad");
                });
        assertThat(get(id, "acme.good")).isEmpty();

        assertThat(setAll(id, Map.of("acme.a.b", "1", "acme.a", "2"))).isEqualTo(new SetTagsOutcome.Ok(2));
        assertThat(get(id, "acme.a.b")).contains("1");
        assertThat(get(id, "acme.a")).contains("2");
    }

    @Test
    public void endedExecutionMayBeTagged() {
        var id = create();
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "no longer needed"));

        set(id, "acme.order", "x");

        assertThat(get(id, "acme.order")).contains("x");
    }

    @Test
    public void instanceTagIsReportedOnceWhenItsValueIsNew() {
        var id = create();

        set(id, "acme.order", "x");
        set(id, "cairn.instance_id", "i-1");
        set(id, "cairn.instance_id", "i-1");
        setAll(id, Map.of("cairn.instance_id", "i-2", "acme.order", "y"));

        assertThat(events()).allSatisfy(event -> assertThat(event).isInstanceOf(InstanceTagEvent.class));
        assertThat(events())
                .extracting(event -> ((InstanceTagEvent) event).value())
                .containsExactly("i-1", "i-2");
    }

    @Test
    public void laterEventsCarryTheNewInstanceTag() {
        var id = create(execution().tag("cairn.instance_id", "i-1"));
        set(id, "cairn.instance_id", "i-2");

        claimOne("w1");

        assertThat(events()).extracting(TagContract::instanceTag).containsExactly("i-1", "i-2", "i-2");
    }

    private static String instanceTag(Event event) {
        return event.instanceTag().orElseThrow();
    }

    private Ok set(ExecutionId id, String key, String value) {
        return engine.call(Catalogue.SET_EXECUTION_TAG, new SetExecutionTag(id, key, value));
    }

    private SetTagsOutcome setAll(ExecutionId id, Map<String, String> tags) {
        return engine.call(Catalogue.SET_EXECUTION_TAGS, new SetExecutionTags(id, tags));
    }

    private Optional<String> get(ExecutionId id, String key) {
        return engine.call(Catalogue.GET_EXECUTION_TAG, new GetExecutionTag(id, key));
    }
}
