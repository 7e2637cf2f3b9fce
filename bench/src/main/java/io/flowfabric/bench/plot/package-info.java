/**
 * Results as a picture: panels drawn one below the other on a canvas, which becomes an SVG or a PNG file. Only panels
 * that have something to show are drawn. A profile becomes a flame graph, in an SVG file of its own.
 */
@NullMarked
package io.flowfabric.bench.plot;

import org.jspecify.annotations.NullMarked;
