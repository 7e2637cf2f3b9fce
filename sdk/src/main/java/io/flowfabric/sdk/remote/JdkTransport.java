package io.flowfabric.sdk.remote;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;

/** The client of the JDK, for servers that are reached over TLS or through a proxy. */
final class JdkTransport implements Transport {
    private final HttpClient client;
    private final RequestHeads heads;

    /**
     * The client runs its callbacks on the thread that receives the answer, because they are short. With threads of its
     * own the JDK's client loses about one answer in a hundred thousand: its watch over an idle connection may begin
     * when the connection is in use again, and takes the answer for unexpected data.
     */
    JdkTransport(RequestHeads heads, RemoteSettings settings) {
        this.heads = heads;
        var building = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(settings.connectTimeout())
                .executor(Runnable::run);
        settings.credentials().authorities().map(TrustedAuthorities::in).ifPresent(building::sslContext);
        client = building.build();
    }

    @Override
    public Reply exchange(Request request) throws IOException, InterruptedException {
        var building = HttpRequest.newBuilder(heads.uri(request.operation()))
                .timeout(request.timeout())
                .POST(BodyPublishers.ofByteArray(request.body()));
        heads.headers().forEach(building::header);
        var answer = client.send(building.build(), BoundedBody.handler());
        return new Reply(answer.statusCode(), answer.body());
    }

    /** The JDK closes connections once they have been idle for a while. */
    @Override
    public void close() {}
}
