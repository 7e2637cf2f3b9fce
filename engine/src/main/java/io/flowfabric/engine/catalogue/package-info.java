/**
 * The catalogue: every operation of the engine, declared once with everything that depends on it. Routes, OpenAPI,
 * the command line and the remote client are derived from it.
 */
@NullMarked
package io.flowfabric.engine.catalogue;

import org.jspecify.annotations.NullMarked;
