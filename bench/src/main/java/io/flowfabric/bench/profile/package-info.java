/**
 * Where our threads are while a run is measured: stacks that the JDK's Flight Recorder samples, folded into a tree that
 * {@code plot} draws as a flame graph.
 *
 * <p>In every interval the Flight Recorder samples all threads that run Java code (five at most), but at one only of
 * those that are in native code, in turn. So a native sample stands for as many as there are such threads. How many that
 * are, a thread tells that is always one of them: a {@link io.flowfabric.bench.profile.Yardstick}, which is seen once
 * whenever all were.
 *
 * <p>A thread that is parked is never seen. What is seen, but does no work, is left out: threads that wait for a process or
 * for something to happen are idle, threads that read from a socket wait for their server, and only the share of these is
 * told. A thread in native code counts, whether it computes there or waits for the disk or for room in a socket: the Flight Recorder cannot tell.
 */
@NullMarked
package io.flowfabric.bench.profile;

import org.jspecify.annotations.NullMarked;
