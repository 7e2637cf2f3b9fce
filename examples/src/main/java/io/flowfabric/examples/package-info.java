/** Programs to read and run, one file each; {@code examples/README.md} tells what they show. */
@NullMarked
package io.flowfabric.examples;

import org.jspecify.annotations.NullMarked;
