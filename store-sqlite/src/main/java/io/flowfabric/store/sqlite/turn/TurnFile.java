package io.flowfabric.store.sqlite.turn;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The side file through which processes take turns. Its one page holds two numbers of eight bytes, how many commits there were and
 * how many of them are marked, and from byte 64 on the marks, of four bytes each. Behind the page are the three bytes that are
 * locked; they need not exist.
 */
final class TurnFile implements CommitMarks, AutoCloseable {

    /** Who holds this byte is the next to write. */
    static final long NEXT = 4096;

    /** Who holds this byte writes. */
    static final long WRITE_BYTE = 4097;

    private static final long PREPARE = 4098;
    private static final int PAGE = 4096;
    private static final int MARKED = 8;
    private static final int MARKS = 64;
    private static final VarHandle MARK = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle COUNTER =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final FileChannel channel;
    private final ByteBuffer page;

    private TurnFile(FileChannel channel, ByteBuffer page) {
        this.channel = channel;
        this.page = page;
    }

    static TurnFile open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, CREATE, READ, WRITE);
        try {
            fillPage(channel);
            return new TurnFile(channel, channel.map(FileChannel.MapMode.READ_WRITE, 0, PAGE));
        } catch (IOException | RuntimeException failed) {
            channel.close();
            throw failed;
        }
    }

    /**
     * Writes real bytes: touching a mapped page that the disk has no room for would kill the process with SIGBUS, while
     * this write fails with an exception. Existing bytes stay, another process may be counting in them.
     */
    private static void fillPage(FileChannel channel) throws IOException {
        FileLock preparing = channel.lock(PREPARE, 1, false);
        try {
            long size = channel.size();
            if (size < PAGE) {
                ByteBuffer missing = ByteBuffer.allocate((int) (PAGE - size));
                while (missing.hasRemaining()) {
                    channel.write(missing, size + missing.position());
                }
                channel.force(true);
            }
        } finally {
            preparing.release();
        }
    }

    /** Locks one byte, or answers null when another process or thread holds it. */
    @Nullable
    FileLock tryLock(long position) throws IOException {
        try {
            return channel.tryLock(position, 1, false);
        } catch (OverlappingFileLockException heldUnderAnotherClassLoader) {
            return null;
        }
    }

    void count() {
        COUNTER.getAndAdd(page, 0, 1L);
    }

    long counted() {
        return (long) COUNTER.getVolatile(page, 0);
    }

    @Override
    public void add(int slot) {
        MARK.getAndAdd(page, MARKS + Integer.BYTES * slot, 1);
    }

    @Override
    public int get(int slot) {
        return (int) MARK.getVolatile(page, MARKS + Integer.BYTES * slot);
    }

    @Override
    public void countMarked() {
        COUNTER.getAndAdd(page, MARKED, 1L);
    }

    @Override
    public long marked() {
        return (long) COUNTER.getVolatile(page, MARKED);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
