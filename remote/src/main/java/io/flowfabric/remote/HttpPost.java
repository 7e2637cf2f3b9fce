package io.flowfabric.remote;

import java.time.Duration;

/**
 * A request that is ready to be sent.
 *
 * @param bytes head and body, which leave together
 * @param answerTimeout how long to wait until it is sent and answered
 */
record HttpPost(byte[] bytes, Duration answerTimeout) {}
