/** Identifiers of budgets and quota policies. The records of these families come with chapter 05. */
@NullMarked
package io.flowfabric.model.budget;

import org.jspecify.annotations.NullMarked;
