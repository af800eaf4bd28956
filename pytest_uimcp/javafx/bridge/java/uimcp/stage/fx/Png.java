package uimcp.stage.fx;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** A picture as PNG, written here: the JDK's writer is in `java.desktop`, which trimmed runtimes lack. */
final class Png {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final int BYTES_A_PIXEL = 3;

    private Png() {}

    /** Of opaque pixels, as ARGB. */
    static byte[] of(int[] pixels, int width, int height) {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        png.writeBytes(SIGNATURE);
        // 8 bits a channel, RGB, deflated, without interlacing.
        ByteBuffer header = ByteBuffer.allocate(13).putInt(width).putInt(height);
        header.put((byte) 8).put((byte) 2);
        chunk(png, "IHDR", header.array());
        chunk(png, "IDAT", deflated(rows(pixels, width, height)));
        chunk(png, "IEND", new byte[0]);
        return png.toByteArray();
    }

    private static byte[] rows(int[] pixels, int width, int height) {
        byte[] rows = new byte[height * (1 + BYTES_A_PIXEL * width)];
        int at = 0;
        for (int y = 0; y < height; y++) {
            rows[at++] = 0; // no filter
            for (int x = 0; x < width; x++) {
                int pixel = pixels[y * width + x];
                rows[at++] = (byte) (pixel >> 16);
                rows[at++] = (byte) (pixel >> 8);
                rows[at++] = (byte) pixel;
            }
        }
        return rows;
    }

    private static byte[] deflated(byte[] bytes) {
        Deflater deflater = new Deflater();
        deflater.setInput(bytes);
        deflater.finish();
        ByteArrayOutputStream deflated = new ByteArrayOutputStream();
        byte[] part = new byte[16 * 1024];
        while (!deflater.finished()) {
            deflated.write(part, 0, deflater.deflate(part));
        }
        deflater.end();
        return deflated.toByteArray();
    }

    private static void chunk(ByteArrayOutputStream png, String type, byte[] data) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 sum = new CRC32();
        sum.update(name);
        sum.update(data);
        png.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
        png.writeBytes(name);
        png.writeBytes(data);
        png.writeBytes(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
    }
}
