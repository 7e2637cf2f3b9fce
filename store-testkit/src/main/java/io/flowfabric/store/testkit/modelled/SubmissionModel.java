package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.record.CreateRules;
import io.flowfabric.engine.rules.record.CreateRules.Existing;
import io.flowfabric.engine.store.write.KeyWrites.ScopedKey;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import java.util.UUID;

/** Bringing executions in. */
final class SubmissionModel {
    /** Only a duplicate is drawn without an id, so nothing ever exists under this one. */
    private static final ExecutionId UNNAMED = new ExecutionId(0, new UUID(0, 0));

    private final World world;
    private final PartitionConfig partitions;

    SubmissionModel(World world, PartitionConfig partitions) {
        this.world = world;
        this.partitions = partitions;
    }

    CreateExecutionOutcome create(CreateExecution args) {
        var id = args.executionId().orElse(UNNAMED);
        OperationModel.require(CreateRules.checkArguments(args, id, partitions));
        world.touch(id);
        var byKey = args.idempotencyKey()
                .filter(IdempotencyKey::isPresent)
                .flatMap(key -> world.standsFor(new ScopedKey(args.namespace(), key)));
        var existing = new Existing(byKey, world.find(id).isPresent());
        return world.store(CreateRules.create(args, id, existing, world.now()));
    }
}
