package dev.tare.fleet;

import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** A file system with a scheme of its own, {@code bucket://profiles/FOLDER}. */
public final class BucketFiles extends RawLocalFileSystem {
  private static final String SCHEME = "bucket";
  private static final URI STORE = URI.create(SCHEME + "://profiles");

  /** The same for Hadoop's other interface, which knows how to replace a file. */
  public static final class Replacing extends DelegateToFileSystem {
    /** As Hadoop makes it. */
    public Replacing(URI address, Configuration configuration) throws Exception {
      super(STORE, new BucketFiles(), configuration, SCHEME, true);
    }
  }

  static void install(Configuration configuration) {
    configuration.set("fs." + SCHEME + ".impl", BucketFiles.class.getName());
    configuration.set("fs.AbstractFileSystem." + SCHEME + ".impl", Replacing.class.getName());
  }

  /** The address of a local path. */
  static String address(java.nio.file.Path local) {
    return STORE + local.toAbsolutePath().toString();
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
