/** What a suspended execution waits for, and what happens when it waits too long. */
@NullMarked
package io.flowfabric.model.suspension;

import org.jspecify.annotations.NullMarked;
