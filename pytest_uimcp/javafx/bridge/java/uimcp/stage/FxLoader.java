package uimcp.stage;

import java.io.IOException;
import java.io.InputStream;

/**
 * Loads `uimcp.stage.fx` so that it sees the program's JavaFX, whichever loader has that.
 *
 * <p>The agent's own loader need not see it: in a program that is a single jar, JavaFX lies in jars within it.
 */
final class FxLoader extends ClassLoader {
    private static final String OURS = "uimcp.stage.";
    private static final String FX_SIDE = OURS + "fx.";

    FxLoader(ClassLoader javafx) {
        super(javafx);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(FX_SIDE)) {
            // What both sides share has to be the same classes.
            return name.startsWith(OURS) ? Class.forName(name) : super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String file = name.substring(OURS.length()).replace('.', '/') + ".class";
        try (InputStream input = FxLoader.class.getResourceAsStream(file)) {
            if (input == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = input.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException error) {
            throw new ClassNotFoundException(name, error);
        }
    }
}
