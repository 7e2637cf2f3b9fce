/** Rules of follow-ups: what they are about, and after how long a failed one is tried again. */
@NullMarked
package io.flowfabric.engine.rules.followup;

import org.jspecify.annotations.NullMarked;
