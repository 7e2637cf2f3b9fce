@NullMarked
package io.flowfabric.server.auth;

import org.jspecify.annotations.NullMarked;
