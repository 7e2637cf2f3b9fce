@NullMarked
package io.flowfabric.bench.http;

import org.jspecify.annotations.NullMarked;
