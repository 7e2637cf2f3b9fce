/** The one writer of a SQLite file and its group commit, and the readers beside it. */
@NullMarked
package io.flowfabric.store.sqlite.writer;

import org.jspecify.annotations.NullMarked;
