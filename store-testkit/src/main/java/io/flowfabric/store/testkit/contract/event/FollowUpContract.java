package io.flowfabric.store.testkit.contract.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.EngineLoad;
import io.flowfabric.engine.followups.FollowUpDispatcher;
import io.flowfabric.engine.followups.FollowUpHandler;
import io.flowfabric.engine.followups.FollowUpStep;
import io.flowfabric.engine.rules.FollowUp;
import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.read.StoredFollowUp;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Follow-ups on a store: carried out once, page by page, by any dispatcher, and none holds up another. */
public abstract class FollowUpContract extends ContractSuite {
    private static final FollowUpKind WORK = new FollowUpKind("test_work");

    /** Their rows are the effects of the others, since they are written in the same transactions. */
    private static final FollowUpKind EFFECT = new FollowUpKind("test_effect");

    private static final int ALL = 1000;
    private static final int DISPATCHERS = 10;
    private static final int PAGES = 3;
    private static final long TIMEOUT_SECONDS = 20;

    /** Subjects that fail. */
    private final Set<String> broken = new HashSet<>();

    private final AtomicInteger tries = new AtomicInteger();

    @Test
    public void followUpIsCarriedOutPageByPageFromItsPosition() {
        append("a", "b");

        dispatcher(1).runDue();

        assertThat(effects()).containsExactlyInAnyOrder("a 0", "a 1", "a 2", "b 0", "b 1", "b 2");
        assertThat(stored(WORK)).isEmpty();
    }

    @Test
    public void whatRolledBackLeavesNoFollowUp() {
        assertThat(store.write(0, Deadline.in(Duration.ofSeconds(10)), tx -> {
                            tx.followUps().append(List.of(FollowUp.of(WORK, "a")));
                            throw new IllegalStateException("The cause fails");
                        })
                        .handle((done, failed) -> failed))
                .succeedsWithin(Duration.ofSeconds(TIMEOUT_SECONDS))
                .isNotNull();

        assertThat(stored(WORK)).isEmpty();
    }

    @Test
    public void tenDispatchersCarryOutEveryPageOnce() throws Exception {
        var subjects = IntStream.range(0, 30).mapToObj(Integer::toString).toArray(String[]::new);
        append(subjects);
        var begin = new CyclicBarrier(DISPATCHERS);
        var threads = new ArrayList<Thread>();
        var failures = new ArrayList<Throwable>();
        for (int i = 0; i < DISPATCHERS; i++) {
            var thread = new Thread(() -> {
                try {
                    begin.await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
                    dispatcher(1 + threads.size() % 3).runDue();
                } catch (Exception failed) {
                    synchronized (failures) {
                        failures.add(failed);
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (var thread : threads) {
            thread.join();
        }

        dispatcher(1).runDue();

        assertThat(failures).isEmpty();
        assertThat(stored(WORK)).isEmpty();
        assertThat(effects())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(subjects)
                        .flatMap(subject -> IntStream.range(0, PAGES).mapToObj(page -> subject + " " + page))
                        .toList());
    }

    @Test
    public void failingFollowUpHoldsUpNoOther() {
        broken.add("poison");
        append("poison", "a", "b");

        dispatcher(1).runDue();

        assertThat(effects()).contains("a 2", "b 2").noneMatch(effect -> effect.startsWith("poison"));
        assertThat(stored(WORK)).singleElement().satisfies(left -> {
            assertThat(left.followUp().subject()).isEqualTo("poison");
            assertThat(left.failures()).isEqualTo(1);
        });
    }

    @Test
    public void followUpsThatFailTogetherAreTriedAlone() {
        broken.add("poison");
        append("a", "poison", "b");

        dispatcher(3).runDue();

        assertThat(effects()).contains("a 2", "b 2");
        assertThat(stored(WORK))
                .singleElement()
                .satisfies(left -> assertThat(left.failures()).isEqualTo(1));
    }

    @Test
    public void failedFollowUpIsTriedAgainEverLaterAndNeverDropped() {
        broken.add("poison");
        append("poison");
        var dispatcher = dispatcher(1);
        var pauses = new ArrayList<Long>();
        for (int i = 0; i < 12; i++) {
            dispatcher.runDue();
            dispatcher.runDue();
            assertThat(tries).as("tries before the time has come").hasValue(i + 1);
            long next = nextTry().orElseThrow();
            pauses.add(next - clock.millis());
            advance(next - clock.millis());
        }

        assertThat(pauses)
                .containsExactly(
                        100L, 200L, 400L, 800L, 1600L, 3200L, 6400L, 12_800L, 25_600L, 51_200L, 60_000L, 60_000L);

        broken.clear();
        dispatcher.runDue();
        assertThat(effects()).containsExactlyInAnyOrder("poison 0", "poison 1", "poison 2");
        assertThat(nextTry()).isEmpty();
    }

    @Test
    public void positionOutlivesAFailure() {
        append("a");
        broken.add("a 1");
        dispatcher(1).runDue();
        assertThat(stored(WORK)).singleElement().isEqualTo(new StoredFollowUp(1, new FollowUp(WORK, "a", "1"), 1));

        broken.clear();
        advance(100);
        dispatcher(1).runDue();

        assertThat(effects()).containsExactlyInAnyOrder("a 0", "a 1", "a 2");
    }

    @Test
    public void followUpThatKeepsFailingIsCounted() {
        broken.add("poison");
        append("poison");
        for (int failures = 1; failures <= 5; failures++) {
            assertThat(engine.load().followUps()).isEqualTo(new EngineLoad.FollowUps(1, 0));
            dispatcher(1).runDue();
            advance(60_000);
        }

        assertThat(engine.load().followUps()).isEqualTo(new EngineLoad.FollowUps(1, 1));
    }

    @Test
    public void kindOfANewerProgramIsLeftAlone() {
        var unknown = new FollowUpKind("of_tomorrow");
        write(tx -> {
            tx.followUps().append(List.of(FollowUp.of(unknown, "a")));
            return true;
        });

        dispatcher(1).runDue();
        engine.runTimers();

        assertThat(stored(unknown))
                .singleElement()
                .satisfies(left -> assertThat(left.failures()).isZero());
        assertThat(nextTry()).as("it wakes no timers").isEmpty();
    }

    @Test
    public void commitWakesTheDispatcher() throws Exception {
        var done = new CountDownLatch(1);
        var handler = FollowUpHandler.ofOne((tx, followUp) -> {
            done.countDown();
            return FollowUpStep.DONE;
        });
        try (var dispatcher = new FollowUpDispatcher(store, Map.of(WORK, handler))) {
            dispatcher.start();
            append("a");

            assertThat(done.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Each follow-up has three pages, and each page one effect. */
    private FollowUpDispatcher dispatcher(int most) {
        return new FollowUpDispatcher(store, Map.of(WORK, new FollowUpHandler() {
            @Override
            public int most() {
                return most;
            }

            @Override
            public List<FollowUpStep> carryOut(WriteTx tx, List<FollowUp> followUps) {
                return followUps.stream().map(each -> page(tx, each)).toList();
            }
        }));
    }

    private FollowUpStep page(WriteTx tx, FollowUp followUp) {
        int page = followUp.position().equals(FollowUp.START) ? 0 : Integer.parseInt(followUp.position());
        String effect = followUp.subject() + " " + page;
        tx.followUps().append(List.of(FollowUp.of(EFFECT, effect)));
        tries.incrementAndGet();
        if (broken.contains(followUp.subject()) || broken.contains(effect)) {
            throw new IllegalStateException("It fails after it has written");
        }
        return page + 1 == PAGES ? FollowUpStep.DONE : new FollowUpStep.Continue(Integer.toString(page + 1));
    }

    private void append(String... subjects) {
        write(tx -> {
            tx.followUps()
                    .append(Arrays.stream(subjects)
                            .map(subject -> FollowUp.of(WORK, subject))
                            .toList());
            return true;
        });
    }

    private List<String> effects() {
        return stored(EFFECT).stream().map(each -> each.followUp().subject()).toList();
    }

    private List<StoredFollowUp> stored(FollowUpKind kind) {
        return write(tx -> tx.followUps().lockDue(kind, Long.MAX_VALUE, ALL));
    }

    private OptionalLong nextTry() {
        return read(tx -> tx.due().ahead(0, Optional.empty(), 0, Set.of(WORK))).followUp();
    }
}
