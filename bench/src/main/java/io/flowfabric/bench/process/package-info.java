/**
 * Workers, in this process and in processes of their own. The parent talks to those line by line: {@code warm N} has it do
 * that many executions of its own, {@code work N LANE…} starts a worker with that many handlers and is answered
 * {@code working}, {@code hold N LANE…} one that keeps what it claims, {@code rest} ends it; {@code completed} and {@code running} are answered by numbers. The process ends when
 * its standard input does, so it never outlives its parent.
 */
@NullMarked
package io.flowfabric.bench.process;

import org.jspecify.annotations.NullMarked;
