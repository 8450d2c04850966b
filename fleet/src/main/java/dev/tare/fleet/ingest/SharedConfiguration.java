package dev.tare.fleet.ingest;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;

/** Hadoop's configuration, which knows how file systems are reached, on its way to the tasks. */
final class SharedConfiguration implements Serializable {
  private transient Configuration configuration;

  SharedConfiguration(Configuration configuration) {
    this.configuration = configuration;
  }

  Configuration get() {
    return configuration;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    configuration.write(out);
  }

  private void readObject(ObjectInputStream in) throws IOException {
    configuration = new Configuration(false);
    configuration.readFields(in);
  }
}
