/** Limits on everything that is taken from outside or answered, declared once. */
@NullMarked
package io.flowfabric.engine.rules.limit;

import org.jspecify.annotations.NullMarked;
