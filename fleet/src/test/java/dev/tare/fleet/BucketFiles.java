package dev.tare.fleet;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * A file system with a scheme of its own, {@code bucket://profiles/FOLDER}, that says of itself
 * what an object store says. Commits must not be renamed there.
 */
public final class BucketFiles extends RawLocalFileSystem {
  private static final String SCHEME = "bucket";
  private static final URI STORE = URI.create(SCHEME + "://profiles");

  static void install(Configuration configuration) {
    configuration.set("fs." + SCHEME + ".impl", BucketFiles.class.getName());
  }

  /** The address of a local path. */
  static String address(java.nio.file.Path local) {
    return STORE + local.toAbsolutePath().toString();
  }

  @Override
  public boolean hasPathCapability(Path path, String capability) throws IOException {
    return capability.equals(CommonPathCapabilities.ABORTABLE_STREAM)
        || super.hasPathCapability(path, capability);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    if (to.toString().contains("/commits/")) {
      throw new IOException("it would be copied");
    }
    return super.rename(from, to);
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public URI getUri() {
    return STORE;
  }

  @Override
  protected int getDefaultPort() {
    return 80; // Any: addresses have none.
  }
}
