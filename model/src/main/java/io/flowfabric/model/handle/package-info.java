/**
 * The worker's proof of its attempt: a handle names the execution, the attempt and the lease, in bytes that only the
 * engine reads. It is no security boundary by itself; a forged handle fails on the lease it does not hold.
 */
@NullMarked
package io.flowfabric.model.handle;

import org.jspecify.annotations.NullMarked;
