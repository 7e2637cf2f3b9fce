/** Figures out of many measurements: quartiles of rates, percentiles of waits, and what a server spent on a run. */
@NullMarked
package io.flowfabric.bench.measure;

import org.jspecify.annotations.NullMarked;
