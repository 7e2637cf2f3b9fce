/** Public API for handlers: the task, the ways to fail it, and the retry policy of failed attempts. */
@NullMarked
package io.flowfabric.sdk.task;

import org.jspecify.annotations.NullMarked;
