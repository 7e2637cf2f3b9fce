/** What every part of the model shares: the exact words of its vocabulary. */
@NullMarked
package io.flowfabric.model;

import org.jspecify.annotations.NullMarked;
