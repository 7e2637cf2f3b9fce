package io.flowfabric.engine.rules;

import io.flowfabric.engine.rules.lease.Authority.Fence;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.engine.rules.lease.OutcomeRules;
import io.flowfabric.model.policy.retry.FailureClass;
import java.util.Optional;
import java.util.OptionalInt;

/** Every call that a lease holder makes under its fence. */
public enum FencedCall {
    RENEW {
        @Override
        public Decision<?> make(Given given, Fence fence) {
            int index = given.execution().current().index().orElse(0);
            return LeaseRules.renew(given.execution(), fence, index, Given.TTL, given.now());
        }
    },
    PROGRESS {
        @Override
        public Decision<?> make(Given given, Fence fence) {
            return LeaseRules.progress(given.execution(), fence, OptionalInt.of(50), Optional.of("half"), given.now());
        }
    },
    COMPLETE {
        @Override
        public Decision<?> make(Given given, Fence fence) {
            return OutcomeRules.complete(given.execution(), fence, Optional.empty(), given.now());
        }
    },
    FAIL {
        @Override
        public Decision<?> make(Given given, Fence fence) {
            var failure = given.failure("boom", FailureClass.TRANSIENT);
            return OutcomeRules.fail(given.execution(), fence, failure, given.now());
        }
    },
    DELAY {
        @Override
        public Decision<?> make(Given given, Fence fence) {
            return OutcomeRules.delay(given.execution(), fence, given.now() + 1, given.now());
        }
    },
    WAIT_CHILDREN {
        @Override
        public Decision<?> make(Given given, Fence fence) {
            return OutcomeRules.waitChildren(given.loaded(), fence, given.now());
        }
    };

    public abstract Decision<?> make(Given given, Fence fence);

    /** Whether it marks an expired lease that it meets; progress only refuses. */
    public boolean marks() {
        return this != PROGRESS;
    }
}
