/**
 * The ceiling: what FlowFabric stores for an execution that is submitted, claimed and completed, written by hand and with
 * no engine around it. The tables, indexes and rows are the engine's own; the statements are as good as we can make
 * them when nothing has to be decided, checked or answered for anyone.
 *
 * <p>Per execution: a row in {@code executions} and one in {@code contents}; the claim rewrites the hot row and reports an
 * event; the completion rewrites it again, adds the attempt and the result, and reports two events. Events are written in pages, by
 * the store's own writer. Submissions come in
 * batches as large as FlowFabric's, claims and completions in batches as large as one of its claims may be.
 */
@NullMarked
package io.flowfabric.bench.ceiling;

import org.jspecify.annotations.NullMarked;
