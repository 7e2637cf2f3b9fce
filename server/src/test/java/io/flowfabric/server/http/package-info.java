@NullMarked
package io.flowfabric.server.http;

import org.jspecify.annotations.NullMarked;
