/**
 * Results as a picture: panels drawn one below the other on a canvas, which becomes an SVG or a PNG file. Only panels
 * that have something to show are drawn.
 */
@NullMarked
package io.flowfabric.bench.plot;

import org.jspecify.annotations.NullMarked;
