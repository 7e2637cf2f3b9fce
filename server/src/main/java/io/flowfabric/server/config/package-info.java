/**
 * The settings of a server process: one table of names, defaults and rules, from which flags, help, the effective
 * configuration and the reading of values are derived. A flag wins over the environment, which wins over the file.
 */
@NullMarked
package io.flowfabric.server.config;

import org.jspecify.annotations.NullMarked;
