package io.flowfabric.bench.plot;

import io.flowfabric.bench.profile.Frame;
import io.flowfabric.bench.profile.Origin;

/** What of the name of a frame is worth the room that there is. */
final class FrameLabel {
    private static final int FEWEST_LETTERS = 3;

    private FrameLabel() {}

    /**
     * A label of at most so many letters: the last package, type and method; without the package; the method alone; as much
     * of it as fits. The name of a thread loses its beginning likewise. Empty if there is no room for anything readable.
     */
    static String of(Frame frame, int letters) {
        if (letters < FEWEST_LETTERS) {
            return "";
        }
        boolean isThread = frame.origin() == Origin.THREAD;
        String label = isThread ? frame.name() : withLastPackage(frame.name());
        char border = isThread ? '-' : '.';
        while (label.length() > letters && label.indexOf(border) >= 0) {
            label = label.substring(label.indexOf(border) + 1);
        }
        return label.length() > letters ? label.substring(0, letters - 1) + "…" : label;
    }

    /** Packages begin with a small letter, types do not. */
    private static String withLastPackage(String name) {
        int begin = 0;
        for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
            if (!Character.isLowerCase(name.charAt(dot + 1))) {
                return name.substring(begin);
            }
            begin = dot + 1;
        }
        return name;
    }
}
