/**
 * What can go wrong, and how it is told.
 *
 * <p>A rule refuses by answering an {@link io.flowfabric.model.error.EngineError}, a value; a caller meets the same
 * refusal as an {@link io.flowfabric.model.error.EngineException}. The {@link io.flowfabric.model.error.code.ErrorCode} is
 * the one source of truth: it decides the kind, hence the exception type, and the class, hence whether repeating the
 * call can help. Everything a program may need stands in the error's details; its explanation is for people.
 */
@NullMarked
package io.flowfabric.model.error;

import org.jspecify.annotations.NullMarked;
