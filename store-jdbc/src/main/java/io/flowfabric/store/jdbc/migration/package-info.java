/** Numbered migrations, their ledger, and the runner that applies them. */
@NullMarked
package io.flowfabric.store.jdbc.migration;

import org.jspecify.annotations.NullMarked;
