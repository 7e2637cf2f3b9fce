/**
 * The public JSON of arguments and answers: bytes in four formats, and handles that cannot be forged. Independent of
 * HTTP.
 *
 * <p>The records of the catalogue define the JSON. {@link io.flowfabric.model.op.JsonMember} at a component says where
 * the JSON differs from the record (another name, another format, a default, two members for one); everything else
 * follows from the record.
 */
@NullMarked
package io.flowfabric.wire;

import org.jspecify.annotations.NullMarked;
