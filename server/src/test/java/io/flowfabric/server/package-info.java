@NullMarked
package io.flowfabric.server;

import org.jspecify.annotations.NullMarked;
