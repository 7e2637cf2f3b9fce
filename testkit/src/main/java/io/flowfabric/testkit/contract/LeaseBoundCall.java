package io.flowfabric.testkit.contract;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.model.id.CancelSource;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.CompleteExecution;
import io.flowfabric.model.op.CompleteRequest;
import io.flowfabric.model.op.DelayRequest;
import io.flowfabric.model.op.FailExecution;
import io.flowfabric.model.op.FailRequest;
import io.flowfabric.model.op.FenceTriple;
import io.flowfabric.model.op.ProgressRequest;
import io.flowfabric.model.op.RenewLease;
import io.flowfabric.model.op.RenewRequest;
import io.flowfabric.model.op.WaitChildrenRequest;
import io.flowfabric.model.policy.FailureClass;
import java.util.Optional;
import java.util.OptionalInt;

/** Every call that only the holder of a lease may make, by handle and by fence. */
enum LeaseBoundCall {
    RENEW {
        @Override
        void by(Engine engine, Claim claim) {
            engine.call(Catalogue.RENEW, new RenewRequest(claim.handle()));
        }
    },
    PROGRESS {
        @Override
        void by(Engine engine, Claim claim) {
            engine.call(Catalogue.PROGRESS, new ProgressRequest(claim.handle(), OptionalInt.of(1), Optional.empty()));
        }
    },
    COMPLETE {
        @Override
        void by(Engine engine, Claim claim) {
            engine.call(Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.empty()));
        }
    },
    FAIL {
        @Override
        void by(Engine engine, Claim claim) {
            engine.call(
                    Catalogue.FAIL, new FailRequest(claim.handle(), "boom", FailureClass.TRANSIENT, Optional.empty()));
        }
    },
    DELAY {
        @Override
        void by(Engine engine, Claim claim) {
            engine.call(Catalogue.DELAY, new DelayRequest(claim.handle(), 0));
        }
    },
    WAIT_CHILDREN {
        @Override
        void by(Engine engine, Claim claim) {
            engine.call(Catalogue.WAIT_CHILDREN, new WaitChildrenRequest(claim.handle()));
        }
    },
    COMPLETE_EXECUTION {
        @Override
        void by(Engine engine, Claim claim) {
            engine.call(
                    Catalogue.COMPLETE_EXECUTION,
                    new CompleteExecution(
                            claim.executionId(),
                            Optional.of(FenceTriple.of(claim)),
                            OptionalInt.empty(),
                            Optional.empty(),
                            CancelSource.LEASE_HOLDER));
        }
    },
    FAIL_EXECUTION {
        @Override
        void by(Engine engine, Claim claim) {
            engine.call(
                    Catalogue.FAIL_EXECUTION,
                    new FailExecution(
                            claim.executionId(),
                            "boom",
                            Optional.of(FenceTriple.of(claim)),
                            OptionalInt.empty(),
                            "transient",
                            Optional.empty(),
                            CancelSource.LEASE_HOLDER));
        }
    },
    RENEW_LEASE {
        @Override
        void by(Engine engine, Claim claim) {
            engine.call(
                    Catalogue.RENEW_LEASE,
                    new RenewLease(
                            claim.executionId(),
                            Optional.of(FenceTriple.of(claim)),
                            claim.attemptIndex(),
                            ContractSuite.TTL_MS));
        }
    };

    /** Makes the call in the name of whoever a claim says holds the lease. */
    abstract void by(Engine engine, Claim claim);

    /** Whether the call compares the attempt id. */
    boolean comparesAttempt() {
        return this != PROGRESS;
    }

    /** Whether the call marks an expired lease that it meets. */
    boolean marksExpiry() {
        return this != PROGRESS;
    }
}
