package io.flowfabric.server.config;

import io.flowfabric.engine.store.Addresses;
import io.flowfabric.server.config.Setting.Rule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The settings in force, and the source of each. */
public final class Settings {
    private record Given(String value, String source) {}

    private final Map<Setting, Given> given = new EnumMap<>(Setting.class);

    private Settings() {}

    /**
     * The settings from three sources, the strongest first.
     *
     * @throws ConfigurationException if a value is invalid, or the file has an unknown setting
     */
    public static Settings of(Map<Setting, String> flags, Map<String, String> environment, Map<String, String> file) {
        var settings = new Settings();
        for (Setting setting : Setting.values()) {
            String variable = setting.variable();
            if (flags.containsKey(setting)) {
                settings.put(setting, flags.get(setting), setting.flag());
            } else if (environment.containsKey(variable)) {
                settings.put(setting, environment.get(variable), "environment");
            } else if (file.containsKey(variable)) {
                settings.put(setting, file.get(variable), "file");
            }
        }
        for (String name : Setting.NUMBERS_WITHOUT_EFFECT) {
            requireNumber(name, environment.getOrDefault(name, file.getOrDefault(name, "")));
        }
        file.keySet().stream().filter(name -> !isKnown(name)).findFirst().ifPresent(name -> {
            throw new ConfigurationException("%s is not a setting; see ff server --help".formatted(name));
        });
        return settings;
    }

    /** Whether a variable is a setting, or one of the Rust FlowFabric that has no effect here. */
    static boolean isKnown(String variable) {
        return Setting.ofVariable(variable).isPresent()
                || Setting.WITHOUT_EFFECT.contains(variable)
                || Setting.NUMBERS_WITHOUT_EFFECT.contains(variable);
    }

    private static void requireNumber(String variable, String value) {
        if (!value.isEmpty() && !value.matches("\\d+(\\.\\d+)?")) {
            throw broken(variable, value, "use a number, or leave it unset; it has no effect here");
        }
    }

    private void put(Setting setting, String value, String source) {
        if (setting.rule() == Rule.LIST && value.isBlank()) {
            throw broken(setting, value, "give at least one value, or leave it unset");
        }
        // An empty variable counts as unset, because deployment tools set empty ones.
        if (!value.isEmpty()) {
            check(setting, value);
            given.put(setting, new Given(value, source));
        }
    }

    private static void check(Setting setting, String value) {
        switch (setting.rule()) {
            case NUMBER -> number(setting, value);
            case LIST -> {
                if (items(value).isEmpty()) {
                    throw broken(setting, value, "give at least one value, or leave it unset");
                }
            }
            default -> {}
        }
    }

    private static int number(Setting setting, String value) {
        var range = setting.range().orElseThrow();
        try {
            int number = Integer.parseInt(value);
            if (number >= range.least() && number <= range.most()) {
                return number;
            }
        } catch (NumberFormatException text) {
            // Reported below, like a number that is out of range.
        }
        throw broken(setting, value, "use a whole number from " + range);
    }

    static ConfigurationException broken(Setting setting, String value, String remedy) {
        return broken(setting.variable(), value, remedy);
    }

    private static ConfigurationException broken(String variable, String value, String remedy) {
        return new ConfigurationException("%s: \"%s\" cannot be used; %s.".formatted(variable, value, remedy));
    }

    /** The value in force; empty when there is none. */
    public String text(Setting setting) {
        return isGiven(setting) ? given.get(setting).value() : setting.usual();
    }

    /** Whether a source gives it a value. */
    public boolean isGiven(Setting setting) {
        return given.containsKey(setting);
    }

    /** Whether the store is named as for the Rust FlowFabric. */
    boolean isNamedByBackend() {
        return !isGiven(Setting.STORE) && isGiven(Setting.BACKEND);
    }

    public int number(Setting setting) {
        return number(setting, text(setting));
    }

    /** {@code 1} and {@code true} mean yes. */
    public boolean isOn(Setting setting) {
        String text = text(setting).toLowerCase(Locale.ROOT);
        return text.equals("1") || text.equals("true");
    }

    public List<String> list(Setting setting) {
        return items(text(setting));
    }

    /** One line for each setting in force, without secrets. */
    public List<String> lines() {
        var lines = new ArrayList<String>();
        for (Setting setting : Setting.values()) {
            String source = isGiven(setting) ? given.get(setting).source() : "default";
            if (!text(setting).isEmpty() && counts(setting)) {
                lines.add("%s=%s (%s)".formatted(setting.variable(), shown(setting), source));
            }
        }
        return lines;
    }

    /** Settings without effect are not listed, such as the second way to name the store. */
    private boolean counts(Setting setting) {
        return switch (setting) {
            case STORE -> !isNamedByBackend();
            case BACKEND, SQLITE_PATH, POSTGRES_URL -> isNamedByBackend();
            case SQLITE_POOL_SIZE, POSTGRES_POOL_SIZE -> setting == Deployment.poolSize(this);
            case SENTRY_ENVIRONMENT, SENTRY_RELEASE -> isGiven(Setting.SENTRY_DSN);
            default -> true;
        };
    }

    /** The effective value: {@code yes} is shown as the {@code false} that it means. */
    private String shown(Setting setting) {
        return switch (setting.rule()) {
            case SECRET -> "***";
            case BOOLEAN -> Boolean.toString(isOn(setting));
            default -> Addresses.withoutSecrets(text(setting));
        };
    }

    private static List<String> items(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }
}
