/** What was found, for people and for programs: results, the machine they come from, tables, JSON, and the targets. */
@NullMarked
package io.flowfabric.bench.report;

import org.jspecify.annotations.NullMarked;
