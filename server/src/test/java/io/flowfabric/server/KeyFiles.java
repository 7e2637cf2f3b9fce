package io.flowfabric.server;

import io.flowfabric.server.auth.Keys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/** A key file as deployment tools write one; quotes may be single. */
record KeyFiles(Path file) {
    static KeyFiles in(Path directory, String... keys) throws IOException {
        var files = new KeyFiles(directory.resolve("keys.json"));
        files.replace("[" + String.join(",", keys) + "]");
        return files;
    }

    static String key(String name, String scopes, String more) {
        return "{'name':'%s','token':'token-of-key-%s','scopes':[%s]%s}".formatted(name, name, scopes, more);
    }

    /** Replaces the file. */
    void replace(String text) throws IOException {
        var next = Files.writeString(file.resolveSibling("keys.next"), text.replace('\'', '"'));
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    ServerConfig config() {
        return ServerConfig.LOOPBACK.withAccess(
                ServerConfig.Access.of(Keys.of(Optional.empty(), Optional.of(file)), List.of("*")));
    }
}
