@NullMarked
package io.flowfabric.server.ops;

import org.jspecify.annotations.NullMarked;
