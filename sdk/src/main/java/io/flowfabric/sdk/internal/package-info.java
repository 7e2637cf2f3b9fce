/** Internal: helpers that the packages of the SDK share. No public API; may change without notice. */
@NullMarked
package io.flowfabric.sdk.internal;

import org.jspecify.annotations.NullMarked;
