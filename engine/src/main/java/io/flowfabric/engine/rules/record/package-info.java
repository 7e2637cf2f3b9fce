/** Rules of records around a lease: creation, tags, retention, named cursors, events, index checks and shutdown. */
@NullMarked
package io.flowfabric.engine.rules.record;

import org.jspecify.annotations.NullMarked;
