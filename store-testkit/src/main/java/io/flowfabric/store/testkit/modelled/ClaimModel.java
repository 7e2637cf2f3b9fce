package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.claim.Acquisition;
import io.flowfabric.engine.rules.claim.AdmissionRules;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.claim.GrantRequest;
import io.flowfabric.engine.rules.claim.GrantRules;
import io.flowfabric.engine.rules.claim.WorkerRules;
import io.flowfabric.engine.rules.lane.KindRules;
import io.flowfabric.engine.rules.lane.LaneRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimForWorker;
import io.flowfabric.model.op.claim.ClaimForWorkerOutcome;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.claim.LaneWeight;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Handing out work in the order of each lane. */
final class ClaimModel {
    private static final int MOST_CLAIMS = 256;
    private static final int HELD_BACK = 64;

    /** Higher priority first, then older, then smaller id. */
    static final Comparator<Execution> LANE_ORDER = Comparator.comparingInt(Execution::priority)
            .reversed()
            .thenComparingLong(e -> e.timing().createdAt())
            .thenComparing(Execution::id);

    private final World world;
    private final IssuedHandles issuedHandles;
    private final Duration grace;

    ClaimModel(World world, IssuedHandles issuedHandles, Duration grace) {
        this.world = world;
        this.issuedHandles = issuedHandles;
        this.grace = grace;
    }

    ClaimOutcome claim(ClaimRequest args, Answer<ClaimOutcome> actual) {
        OperationModel.require(LaneRules.checkLanes(args.lanes()));
        OperationModel.require(KindRules.check(args.onlyKinds(), args.exceptKinds()));
        OperationModel.require(LaneRules.checkTurn(args.turn()));
        OperationModel.require(ClaimRules.checkTtl(args.leaseTtlMs()));
        OperationModel.require(ClaimRules.checkTerms(args.terms()));
        if (args.limit() < 1 || args.limit() > MOST_CLAIMS) {
            throw OperationModel.invalid("limit: " + args.limit());
        }
        var claims = new Taken(args, actual);
        var lanes = args.lanes().stream()
                .map(lane -> new Lane(
                        lane,
                        candidates(lane.laneId(), args.capabilities(), args.namespace()).stream()
                                .filter(each -> KindRules.serves(
                                        args.onlyKinds(),
                                        args.exceptKinds(),
                                        each.content().executionKind()))
                                .collect(Collectors.toCollection(ArrayDeque::new))))
                .filter(lane -> !lane.candidates().isEmpty())
                .collect(Collectors.toCollection(ArrayList::new));
        while (claims.missing() > 0 && !lanes.isEmpty()) {
            int[] shares = LaneRules.shares(
                    lanes.stream().map(Lane::weight).toList(),
                    claims.missing(),
                    args.turn().orElse(0));
            var dry = new ArrayList<Lane>();
            for (int i = 0; i < shares.length; i++) {
                var lane = lanes.get(i);
                int until = claims.missing() - shares[i];
                while (claims.missing() > until && !lane.candidates().isEmpty()) {
                    take(lane.candidates().remove(), claims);
                }
                if (claims.missing() > until) {
                    dry.add(lane);
                }
            }
            lanes.removeAll(dry);
        }
        return ClaimOutcome.atOnce(claims.inOrder());
    }

    private record Lane(LaneWeight weight, Deque<ModelledExecution> candidates) {}

    /** What a claim was handed. In which order the lanes are mixed is the engine's choice. */
    private record Taken(ClaimRequest args, Answer<ClaimOutcome> actual, Map<ExecutionId, Claim> claims) {
        Taken(ClaimRequest args, Answer<ClaimOutcome> actual) {
            this(args, actual, new LinkedHashMap<>());
        }

        int missing() {
            return args.limit() - claims.size();
        }

        /** Where the engine's answer has an execution; behind all when it has not. */
        int place(ExecutionId id) {
            if (actual instanceof Answer.Given<ClaimOutcome> given) {
                var ids =
                        given.result().claims().stream().map(Claim::executionId).toList();
                return ids.contains(id) ? ids.indexOf(id) : ids.size();
            }
            return 0;
        }

        List<Claim> inOrder() {
            return claims.values().stream()
                    .sorted(Comparator.comparingInt(claim -> place(claim.executionId())))
                    .toList();
        }
    }

    ClaimForWorkerOutcome claimForWorker(ClaimForWorker args, Answer<ClaimForWorkerOutcome> actual) {
        OperationModel.require(GrantRequest.checkTtl(args.grantTtlMs()));
        var capabilities = CapabilitySet.ofWorker(args.workerCapabilities());
        var request = new GrantRequest(
                MintedIds.workerGrantKey(actual),
                args.workerId(),
                args.workerInstanceId(),
                capabilities,
                args.grantTtlMs());
        var unroutable = unroutable(args, capabilities);
        for (ModelledExecution candidate : candidates(args.laneId(), capabilities, args.namespace())) {
            world.touch(candidate.execution().id());
            var outcome = world.decide(candidate, (loaded, now) -> GrantRules.claimForWorker(loaded, request, now));
            if (outcome instanceof ClaimForWorkerOutcome.Granted) {
                unroutable.stream()
                        .filter(each -> LANE_ORDER.compare(each.execution(), candidate.execution()) < 0)
                        .forEach(this::holdBack);
                return outcome;
            }
        }
        unroutable.forEach(this::holdBack);
        return new ClaimForWorkerOutcome.NoWork();
    }

    /** What this worker cannot run, and no live one either: the front of it. */
    private List<ModelledExecution> unroutable(ClaimForWorker args, CapabilitySet capabilities) {
        var live = world.workers().values().stream()
                .filter(worker -> WorkerRules.isAlive(worker, world.now()))
                .toList();
        return candidates(args.laneId(), each -> {
                    var identity = each.execution().identity();
                    return args.namespace().map(identity.namespace()::equals).orElse(true)
                            && !isServed(each.execution(), capabilities, args.namespace())
                            && !AdmissionRules.isRoutable(
                                    identity.namespace(), identity.lane(), identity.requiredCapabilities(), live);
                })
                .stream()
                .limit(HELD_BACK)
                .toList();
    }

    private void holdBack(ModelledExecution unroutable) {
        world.decide(unroutable, AdmissionRules::blockUnroutable);
    }

    /** A candidate that is passed over was locked as well, and others may have missed it. */
    private void take(ModelledExecution candidate, Taken claims) {
        var args = claims.args();
        var id = candidate.execution().id();
        world.touch(id);
        int place = claims.place(id);
        var ids = MintedIds.at(place, claims.actual());
        var by = Acquisition.of(
                        args.workerId(), args.workerInstanceId(), ids.leaseId(), ids.attemptId(), args.leaseTtlMs())
                .marked(args.terms().marksAt(place));
        world.decide(
                        candidate,
                        (loaded, now) -> ClaimRules.claim(loaded, args.capabilities(), by, grace.toMillis(), now))
                .map(acquired -> issuedHandles.give(acquired, candidate.content(), args.leaseTtlMs()))
                .ifPresent(claim -> claims.claims().put(id, claim));
    }

    private List<ModelledExecution> candidates(LaneId lane, CapabilitySet capabilities, Optional<Namespace> namespace) {
        return candidates(lane, each -> isServed(each.execution(), capabilities, namespace));
    }

    private List<ModelledExecution> candidates(LaneId lane, Predicate<ModelledExecution> which) {
        return world.executions().stream()
                .filter(each -> ClaimRules.isCandidate(each.execution().vector()))
                .filter(each -> each.execution().identity().lane().equals(lane))
                .filter(which)
                .sorted(Comparator.comparing(ModelledExecution::execution, LANE_ORDER))
                .toList();
    }

    private static boolean isServed(Execution e, CapabilitySet capabilities, Optional<Namespace> namespace) {
        var identity = e.identity();
        return ClaimRules.serves(capabilities, namespace, identity.namespace(), identity.requiredCapabilities());
    }
}
