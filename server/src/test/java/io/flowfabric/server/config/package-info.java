@NullMarked
package io.flowfabric.server.config;

import org.jspecify.annotations.NullMarked;
