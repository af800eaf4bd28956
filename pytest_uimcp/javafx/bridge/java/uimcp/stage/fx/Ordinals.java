package uimcp.stage.fx;

import java.util.Arrays;

/** Counts the children of a node by their types, which are few: a list is searched faster than a map. */
final class Ordinals {
    private String[] types = new String[4];
    private int[] counts = new int[4];
    private int size;

    /** How many of this type were counted before; the type is an interned text. */
    int next(String type) {
        for (int index = 0; index < size; index++) {
            if (types[index] == type) {
                return counts[index]++;
            }
        }
        if (size == types.length) {
            types = Arrays.copyOf(types, 2 * size);
            counts = Arrays.copyOf(counts, 2 * size);
        }
        types[size] = type;
        counts[size++] = 1;
        return 0;
    }
}
