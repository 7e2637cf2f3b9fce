package io.flowfabric.store.jdbc.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.jdbc.outbox.OutboxFront.Bounds;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutboxFrontTest {
    private static final Bounds BOUNDS = new Bounds(100, 50, 1000);

    @Test
    void oldPagesOfWhichNoExecutionIsKeptGoUnopened() {
        var front = front(new PageHeader(1, 90, 999), new PageHeader(2, 100, 0));

        assertThat(front.to()).isEqualTo(2);
        assertThat(front.opened()).isEmpty();
        assertThat(front.newestOfWhole()).isEqualTo(PageNumbers.end(2));
    }

    @Test
    void pageThatIsTooYoungKeepsAllBehindIt() {
        var front = front(new PageHeader(1, 90, 1), new PageHeader(2, 101, 1), new PageHeader(3, 90, 1));

        assertThat(front.to()).isEqualTo(1);
        assertThat(front.more()).isFalse();
    }

    @Test
    void pageThatMayTellOfAKeptExecutionStaysUntilItHasOutlivedItsTime() {
        var front = front(new PageHeader(1, 50, 1000), new PageHeader(2, 51, 1000), new PageHeader(3, 51, 1));

        assertThat(front.opened()).containsExactly(1L);
        assertThat(front.to()).isEqualTo(1);
    }

    @Test
    void pageThatCannotBeOpenedNowKeepsAllBehindIt() {
        var front = front(new PageHeader(1, 10, 1), new PageHeader(2, 10, 1000), new PageHeader(4, 10, 1));

        var before = front.before(2);

        assertThat(before.to()).isEqualTo(1);
        assertThat(before.whole()).containsExactly(1L);
        assertThat(before.opened()).isEmpty();
    }

    @Test
    void asManyPagesAsAreLookedAtLeaveTheRestForLater() {
        var pages = Collections.nCopies(OutboxFront.PAGES, new PageHeader(1, 1, 1));

        assertThat(OutboxFront.of(pages, BOUNDS).more()).isTrue();
        assertThat(OutboxFront.of(pages.subList(1, pages.size()), BOUNDS).more())
                .isFalse();
    }

    private static OutboxFront front(PageHeader... pages) {
        return OutboxFront.of(List.of(pages), BOUNDS);
    }
}
