/**
 * {@code ff doctor}: small checks that know nothing of each other. A check reads its target (an engine, what the
 * database tells of itself, the clock of this machine) and says that all is well, or what it found, why that matters
 * and what to do. Checks change nothing and read bounded samples, so that they can be run beside production.
 */
@NullMarked
package io.flowfabric.cli.doctor;

import org.jspecify.annotations.NullMarked;
