/**
 * Support for tests of programs that use FlowFabric, for JUnit 5.13 and newer: each test has its own fabric, on a clock
 * that the test moves.
 *
 * <pre>{@code
 * @FlowFabricTest
 * class ReminderTest {
 *     @Test
 *     void failedReminderIsSentAgainAnHourLater(FlowFabric fabric, TestClock clock) {
 *         var mails = new FlakyMailServer(1);
 *         fabric.worker("mails").on("remind", String.class, (task, to) -> mails.send(to)).start();
 *
 *         var reminder = fabric.submission("mails", "remind")
 *                 .payload("ada@example.org")
 *                 .retry(Retry.fixed(Duration.ofHours(1)).times(3))
 *                 .submit();
 *         clock.advance(Duration.ofMinutes(59));
 *         assertThat(reminder).isWaiting();
 *
 *         clock.advance(Duration.ofMinutes(1));
 *         assertThat(reminder).retried(1).completedWith("sent");
 *     }
 * }
 * }</pre>
 *
 * <h2>How time passes</h2>
 *
 * <p>The store's clock stands still unless the test moves it, and the engine does nothing by itself. {@link
 * io.flowfabric.junit.TestClock#advance} goes from one due time to the next: it sets the clock to that time, runs the
 * timers that are due, and waits until the workers have nothing to do. So a handler runs exactly when its execution
 * became eligible, and a retry after its failure becomes due at the right time.
 *
 * <p>Whether workers have work is read from the store: they are idle when no execution is leased to a worker of this
 * fabric, and none is ready on a lane that such a worker serves. A lease counts as a worker's own until it ends, or
 * until {@link io.flowfabric.junit.Faults} made the worker lose it.
 *
 * <p>Ended executions are kept for ten years, so that a test can inspect them after moving the clock.
 */
@NullMarked
package io.flowfabric.junit;

import org.jspecify.annotations.NullMarked;
