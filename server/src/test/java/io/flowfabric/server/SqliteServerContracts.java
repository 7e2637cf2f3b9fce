package io.flowfabric.server;

import io.flowfabric.store.testkit.contract.CompletenessContract;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Every contract of the server, on SQLite. */
@ServedFrom(ServedFrom.Kind.SQLITE)
final class SqliteServerContracts {
    private SqliteServerContracts() {}

    static class Argument extends ArgumentContract {}

    static class Bytes extends BytesContract {}

    static class CheckOrder extends CheckOrderContract {}

    static class ClaimRoute extends ClaimRouteContract {}

    static class Completeness extends CompletenessContract {
        @Override
        protected Class<?> base() {
            return ServerSuite.class;
        }
    }

    static class Cors extends CorsContract {}

    static class ExecutionRoute extends ExecutionRouteContract {}

    static class Feed extends FeedContract {}

    static class Fuzz extends FuzzContract {}

    static class HostileArguments extends HostileArgumentsContract {}

    static class Http extends HttpContract {}

    static class Key extends KeyContract {}

    static class Metrics extends MetricsContract {}

    static class Namespace extends NamespaceContract {}

    static class Neighbour extends NeighbourContract {}

    static class OpenApi extends OpenApiContract {}

    static class Operation extends OperationContract {}

    static class OperatorRoute extends OperatorRouteContract {}

    static class QueueFlood extends QueueFloodContract {}

    static class ReclaimRoute extends ReclaimRouteContract {}

    static class RouteHttp extends RouteHttpContract {}

    static class RouteNamespace extends RouteNamespaceContract {}

    static class Scope extends ScopeContract {}

    static class Secrecy extends SecrecyContract {
        @Override
        void refuseContents() throws SQLException {
            try (var connection = DriverManager.getConnection("jdbc:" + address());
                    var statement = connection.createStatement()) {
                statement.execute("""
                        CREATE TRIGGER refused BEFORE INSERT ON ff_contents WHEN NEW.execution_kind = 'refused'
                        BEGIN SELECT RAISE(ABORT, 'broken'); END""");
            }
        }
    }

    static class Shape extends ShapeContract {}

    static class Tracing extends TracingContract {}

    static class VanishingClient extends VanishingClientContract {}

    static class VanishingSubscriber extends VanishingSubscriberContract {}

    static class Waiting extends WaitingContract {}

    static class WorkerProtocol extends WorkerProtocolContract {}
}
