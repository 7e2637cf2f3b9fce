/**
 * Pieces of the engine without a store: how long rules, ids and handles take, by JMH, and how much memory an execution
 * costs on its way from claim to completion.
 */
@NullMarked
package io.flowfabric.bench.micro;

import org.jspecify.annotations.NullMarked;
