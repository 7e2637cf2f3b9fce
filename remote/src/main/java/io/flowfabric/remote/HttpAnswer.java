package io.flowfabric.remote;

/**
 * What a server answered.
 *
 * @param lastOne whether its connection ends with it
 */
record HttpAnswer(int status, byte[] body, boolean lastOne) {}
