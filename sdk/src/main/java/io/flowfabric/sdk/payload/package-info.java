/** Public API: codecs, which turn payloads and results into bytes and back. */
@NullMarked
package io.flowfabric.sdk.payload;

import org.jspecify.annotations.NullMarked;
