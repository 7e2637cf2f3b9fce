package io.flowfabric.engine.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Given;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.tag.Tags;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChangeLineTest {
    private static final CursorKey KEY = new CursorKey(new Namespace("n"), new CursorName("c"));

    private final Execution first = Given.eligible().execution();
    private final Execution second = touched(first);
    private final Execution third = touched(second);

    private static Execution touched(Execution e) {
        return e.edit().touch(Given.T0).done();
    }

    @Test
    void neighboursOfOneKindBecomeOne() {
        assertThat(line(new Change.Renewed(first, second), new Change.Renewed(second, third)))
                .containsExactly(new Change.Renewed(first, third));
        assertThat(line(new Change.Progressed(first, second), new Change.Progressed(second, third)))
                .containsExactly(new Change.Progressed(first, third));
        assertThat(line(new Change.Reprioritised(first, second), new Change.Reprioritised(second, third)))
                .containsExactly(new Change.Reprioritised(first, third));
        assertThat(line(new Change.MismatchNoted(first, second), new Change.MismatchNoted(second, third)))
                .containsExactly(new Change.MismatchNoted(first, third));
        var tags = Tags.of(Map.of("acme.a", "b"));
        assertThat(line(new Change.Tagged(first, second, Tags.EMPTY), new Change.Tagged(second, third, tags)))
                .containsExactly(new Change.Tagged(first, third, tags));
    }

    @Test
    void differentKindsStayApartAndInOrder() {
        var renewed = new Change.Renewed(first, second);
        var progressed = new Change.Progressed(second, third);
        assertThat(line(renewed, progressed)).containsExactly(renewed, progressed);
    }

    /** Each move has its own wake-up: what is claimable for a moment between two others must ring. */
    @Test
    void changesOfTheStateStayApart() {
        var moved = new Change.Moved(first, second);
        var movedAgain = new Change.Moved(second, third);
        assertThat(line(moved, movedAgain)).containsExactly(moved, movedAgain);
    }

    @Test
    void cursorIsWrittenAsItIsLeft() {
        var one = cursor(1);
        var two = cursor(2);
        assertThat(line(new Change.CursorMoved(one), new Change.CursorMoved(two)))
                .containsExactly(new Change.CursorMoved(two));
        assertThat(line(new Change.CursorMoved(one), new Change.CursorRemoved(KEY)))
                .containsExactly(new Change.CursorRemoved(KEY));
        assertThat(line(new Change.CursorCreated(one), new Change.CursorMoved(two)))
                .as("it is not stored yet, so it cannot be updated")
                .containsExactly(new Change.CursorCreated(two));
        assertThat(line(new Change.CursorRemoved(KEY), new Change.CursorCreated(two)))
                .as("it is still stored, so it cannot be inserted")
                .containsExactly(new Change.CursorMoved(two));
        assertThat(line(new Change.CursorCreated(one), new Change.CursorRemoved(KEY)))
                .as("there is nothing to be removed")
                .isEmpty();
        assertThat(line(new Change.CursorCreated(one), new Change.CursorRemoved(KEY), new Change.CursorCreated(two)))
                .containsExactly(new Change.CursorCreated(two));
    }

    private static NamedCursor cursor(long position) {
        return new NamedCursor(KEY, EventCursor.ofNumber(position), 1, Optional.empty(), Given.T0);
    }

    private static List<Change> line(Change... changes) {
        var line = new ChangeLine();
        for (var change : changes) {
            line.add(change);
        }
        return IntStream.range(0, line.size()).mapToObj(line::get).toList();
    }
}
