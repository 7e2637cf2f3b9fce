@NullMarked
package io.flowfabric.remote;

import org.jspecify.annotations.NullMarked;
