@NullMarked
package io.flowfabric.wire;

import org.jspecify.annotations.NullMarked;
