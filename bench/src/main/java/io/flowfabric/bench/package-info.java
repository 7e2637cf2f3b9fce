/**
 * {@code ff bench}: measures FlowFabric on the machine at hand, beside hand-written SQL and, when asked for, beside what a
 * team would use instead, in one run on one server.
 *
 * <p>{@code store} is where is worked, {@code system}, {@code ceiling} and {@code peers} are what works, {@code
 * scenario} is what is done, {@code measure}, {@code profile} and {@code machine} are what is found, {@code report} and
 * {@code plot} show it. {@code micro} measures pieces of the engine without a store.
 */
@NullMarked
package io.flowfabric.bench;

import org.jspecify.annotations.NullMarked;
