/** Exit codes, error reports, signals, traces and the version. */
@NullMarked
package io.flowfabric.cli.support;

import org.jspecify.annotations.NullMarked;
