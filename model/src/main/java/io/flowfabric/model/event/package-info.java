/**
 * What the outbox says: one family of events per subject, written in the transaction of the change they report and read
 * in commit order.
 */
@NullMarked
package io.flowfabric.model.event;

import org.jspecify.annotations.NullMarked;
