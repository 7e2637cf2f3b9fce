/** What every part of the model shares: how its words are spelled and its unions told apart. */
@NullMarked
package io.flowfabric.model;

import org.jspecify.annotations.NullMarked;
