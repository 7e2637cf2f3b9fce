/**
 * How arguments and answers look outside: the JSON of the operations, bytes in four spellings, and handles that cannot be
 * forged. Nothing here knows of HTTP.
 *
 * <p>The records of the catalogue are the truth. {@link io.flowfabric.wire.ArgumentForm} says where the outside
 * differs from a record (another name, another look, a default, two members for one), and everything else follows from the
 * record.
 */
@NullMarked
package io.flowfabric.wire;

import org.jspecify.annotations.NullMarked;
