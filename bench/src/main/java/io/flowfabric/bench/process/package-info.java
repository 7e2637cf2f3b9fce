/**
 * Workers in processes of their own. The parent talks to them line by line: {@code work N} starts a worker with that many
 * handlers and is answered {@code working}; {@code completed} and {@code running} are answered by numbers. The process ends
 * when its standard input does, so it never outlives its parent.
 */
@NullMarked
package io.flowfabric.bench.process;

import org.jspecify.annotations.NullMarked;
