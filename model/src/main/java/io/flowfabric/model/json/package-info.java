/**
 * The one JSON dialect of arguments and answers.
 *
 * <p>Members are in snake case; ids and enums are bare strings; an absent optional is left out, and reading takes
 * {@code null} for absent; bytes are arrays of numbers; unknown members are ignored. A union is tagged from
 * outside with the simple name of its variant: {@code {"Created":{…}}}, or just {@code "Missing"} for a variant
 * without components.
 */
@NullMarked
package io.flowfabric.model.json;

import org.jspecify.annotations.NullMarked;
