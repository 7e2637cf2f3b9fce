package io.flowfabric.sdk.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PagesTest {
    private static final List<List<String>> LISTING = List.of(List.of("a", "b"), List.of(), List.of("c"));

    private final List<Integer> asked = new ArrayList<>();

    @Test
    void pagesFollowEachOtherToTheLast() {
        assertThat(Pages.stream(this::page)).containsExactly("a", "b", "c");
        assertThat(asked).containsExactly(0, 1, 2);
    }

    @Test
    void unreadPageIsNotRequested() {
        assertThat(Pages.stream(this::page).limit(2)).containsExactly("a", "b");
        assertThat(asked).containsExactly(0);
    }

    private Pages.Page<String, Integer> page(Optional<Integer> from) {
        int number = from.orElse(0);
        asked.add(number);
        return new Pages.Page<>(
                LISTING.get(number), number + 1 < LISTING.size() ? Optional.of(number + 1) : Optional.empty());
    }
}
