/** Which origins of web pages and which host names the server accepts. */
@NullMarked
package io.flowfabric.server.http.origin;

import org.jspecify.annotations.NullMarked;
