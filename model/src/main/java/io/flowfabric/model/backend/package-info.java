/** What a store reports about itself. */
@NullMarked
package io.flowfabric.model.backend;

import org.jspecify.annotations.NullMarked;
