package dev.tare.it.kafka;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.utils.Time;

/**
 * A broker that is its own controller, and as many records sent to it and read back as the argument
 * says.
 */
public final class Records {
  private static final String TOPIC = "numbers";

  private Records() {}

  public static void main(String[] args) throws Exception {
    int records = Integer.parseInt(args[0]);
    Path folder = Files.createTempDirectory("kafka");
    int port = freePort();
    KafkaRaftServer server = new KafkaRaftServer(settings(folder, port), Time.SYSTEM);
    server.startup();
    Map<String, Object> client = Map.of("bootstrap.servers", "127.0.0.1:" + port);
    try (Admin admin = Admin.create(client)) {
      admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
    }
    send(client, records);
    receive(client, records);
    server.shutdown();
    server.awaitShutdown();
    System.exit(0);
  }

  private static void send(Map<String, Object> client, int records) {
    try (KafkaProducer<Integer, Integer> producer =
        new KafkaProducer<>(client, new IntegerSerializer(), new IntegerSerializer())) {
      for (int number = 0; number < records; number++) {
        producer.send(new ProducerRecord<>(TOPIC, number, number * number));
      }
    }
  }

  private static void receive(Map<String, Object> client, int records) {
    TopicPartition partition = new TopicPartition(TOPIC, 0);
    long received = 0;
    long sum = 0;
    try (KafkaConsumer<Integer, Integer> consumer =
        new KafkaConsumer<>(client, new IntegerDeserializer(), new IntegerDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      while (received < records) {
        for (ConsumerRecord<Integer, Integer> one : consumer.poll(Duration.ofSeconds(1))) {
          received++;
          sum += one.value();
        }
      }
    }
    System.out.println(received + " records, sum " + sum);
  }

  private static KafkaConfig settings(Path folder, int port) throws IOException {
    int controllerPort = freePort();
    Properties settings = new Properties();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", "1");
    settings.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put(
        "listeners",
        "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
    settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    settings.put("log.dirs", folder.resolve("log").toString());
    settings.put("offsets.topic.replication.factor", "1");
    Path file = folder.resolve("server.properties");
    try (var out = Files.newOutputStream(file)) {
      settings.store(out, null);
    }
    String[] format = {
      "format", "--cluster-id", "4L6g3nShT-eMCtK--X86sw", "--config", file.toString()
    };
    // What it prints names the folder, which has another name in each run.
    StorageTool.execute(format, new PrintStream(OutputStream.nullOutputStream()));
    return KafkaConfig.fromProps(settings);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
