@NullMarked
package io.flowfabric.server.routes;

import org.jspecify.annotations.NullMarked;
