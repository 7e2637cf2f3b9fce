package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.Peal;

/** A peal as the text of a notification: who rings, one letter for each bell, and the time of the alarm if there is one. */
final class PealText {
    private PealText() {}

    static String of(String sender, Peal peal) {
        return sender
                + ' '
                + (peal.work() ? "w" : "")
                + (peal.ends() ? "e" : "")
                + (peal.events() ? "v" : "")
                + (peal.takenAway() ? "t" : "")
                + (peal.cursors() ? "c" : "")
                + ' '
                + (peal.alarmAt() == Peal.NO_ALARM ? "" : Long.toString(peal.alarmAt()));
    }

    /** What a notification rings for somebody; everything when it cannot be read, and nothing when it is their own. */
    static Peal read(String text, String self) {
        var parts = text.split(" ", -1);
        if (parts[0].equals(self)) {
            return Peal.NONE;
        }
        if (parts.length != 3) {
            return Peal.ALL;
        }
        try {
            return new Peal(
                    parts[1].contains("w"),
                    parts[1].contains("e"),
                    parts[1].contains("v"),
                    parts[1].contains("t"),
                    parts[1].contains("c"),
                    parts[2].isEmpty() ? Peal.NO_ALARM : Long.parseLong(parts[2]));
        } catch (NumberFormatException notOurs) {
            return Peal.ALL;
        }
    }
}
