package dev.tare.agent.calibration.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.agent.calibration.model.CategoryName;
import dev.tare.agent.calibration.model.Convergence;
import dev.tare.agent.calibration.model.Costs;
import dev.tare.profile.AtomicFile;
import dev.tare.runtime.calibration.Category;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Calibration statistics as lines of text, {@code name=value}: the {@link Fingerprint}, then what
 * was measured, then the categories. The last line is the checksum of all before it, so that a file
 * that somebody edited, or that was cut short, is told from one that was written here.
 */
public final class CalibrationFile {
  /** The first line. */
  static final String FORMAT = "format=tare-calstats 5";

  /** More than all categories that can be, and room for the longest flags. */
  static final int MAX_BYTES = 1 << 20;

  /** No overhead is as long: 1,000 seconds, or that many instructions. */
  private static final double MAX_OVERHEAD = 1e12;

  private static final String CATEGORY = "interval ";
  private static final String CHECKSUM = "checksum=";

  private CalibrationFile() {}

  /** The name of the file of this format and fingerprint: others may have the same. */
  static String name(Fingerprint fingerprint) {
    return "calstats-" + crc(FORMAT + fingerprint.text()) + ".properties";
  }

  /** Writes the statistics, in one step: a reader sees the old file or the new one, whole. */
  public static void write(Path file, Fingerprint fingerprint, CalibrationStatistics measured)
      throws IOException {
    Costs costs = measured.costs();
    StringBuilder text = new StringBuilder(FORMAT + '\n').append(fingerprint.text());
    text.append("training=").append(measured.convergence().key());
    text.append("\ndispersion=").append(measured.dispersion());
    text.append("\nprobe cost=").append(costs.probeCost());
    text.append("\noverlap=").append(costs.overlap());
    text.append("\ntaken away=").append(costs.takenAway()).append('\n');
    for (CategoryStatistic category : measured.categories()) {
      int key = category.key();
      text.append(CATEGORY).append(key).append('=');
      text.append(category.mean()).append(' ').append(category.baselineCallCost());
      text.append(' ').append(category.count());
      text.append(' ').append(CategoryName.events(key)); // for people
      text.append(' ').append(String.join(" ", CategoryName.methods(key))).append('\n');
    }
    String checked = text.toString();
    byte[] bytes = (checked + CHECKSUM + crc(checked) + '\n').getBytes(UTF_8);
    AtomicFile.write(file, out -> out.write(bytes));
  }

  private static String crc(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(UTF_8));
    return HexFormat.of().toHexDigits((int) crc.getValue()); // String.format loads locales
  }

  /**
   * Reads statistics that hold here.
   *
   * @param here what they must have been learnt with
   * @throws IOException where it cannot be read; a {@link RefusedFileException} where it is no such
   *     file, is damaged, or is of something else
   */
  public static CalibrationStatistics read(Path file, Fingerprint here) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    }
    if (bytes.length > MAX_BYTES) {
      throw new RefusedFileException("is not a calstats file: longer than " + MAX_BYTES);
    }
    String text = new String(bytes, UTF_8);
    if (!text.startsWith(FORMAT + '\n')) {
      throw new RefusedFileException("is not a calstats file: it does not begin with " + FORMAT);
    }
    int end = text.lastIndexOf('\n' + CHECKSUM) + 1;
    if (end == 0 || !text.endsWith("\n")) {
      throw new RefusedFileException("is truncated");
    }
    String checked = text.substring(0, end);
    if (!text.equals(checked + CHECKSUM + crc(checked) + '\n')) {
      throw new RefusedFileException("was edited or damaged: its checksum does not fit");
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : checked.split("\n", -1)) {
      String[] parts = line.split("=", 2);
      values.put(parts[0], parts[parts.length - 1]);
    }
    checkFingerprint(values, here);
    try {
      return statistics(values);
    } catch (IllegalArgumentException e) {
      throw new RefusedFileException("is damaged: " + shown(String.valueOf(e.getMessage())));
    }
  }

  private static void checkFingerprint(Map<String, String> values, Fingerprint here)
      throws RefusedFileException {
    for (String line : here.text().split("\n", 0)) {
      String name = line.substring(0, line.indexOf('='));
      String value = line.substring(name.length() + 1);
      String there = values.get(name);
      if (there == null) {
        throw new RefusedFileException("does not say of which " + name + " it is");
      }
      if (!there.equals(value)) {
        throw new RefusedFileException(
            "is of another " + name + ": " + shown(there) + ", here " + shown(value));
      }
    }
  }

  private static CalibrationStatistics statistics(Map<String, String> values) {
    List<CategoryStatistic> categories = new ArrayList<>();
    for (Map.Entry<String, String> entry : values.entrySet()) {
      if (entry.getKey().startsWith(CATEGORY)) {
        int key = Integer.parseInt(entry.getKey().substring(CATEGORY.length()));
        categories.add(category(key, entry.getValue().split(" ", -1)));
      }
    }
    return new CalibrationStatistics(
        categories,
        new Costs(
            number(values, "probe cost"), number(values, "overlap"), number(values, "taken away")),
        Double.parseDouble(values.getOrDefault("dispersion", "Infinity")),
        Convergence.valueOf(values.getOrDefault("training", "").toUpperCase(Locale.ROOT)));
  }

  private static CategoryStatistic category(int key, String[] values) {
    if (key < 0 || key >= Category.KEYS || values.length < 3) {
      throw new IllegalArgumentException("interval " + key + " is none, or not whole");
    }
    return new CategoryStatistic(key, number(values[0]), number(values[1]), number(values[2]));
  }

  private static double number(Map<String, String> values, String name) {
    return number(values.getOrDefault(name, "NaN"));
  }

  /** What no overhead can be would end in self values that no one can add up. */
  private static double number(String text) {
    double number = Double.parseDouble(text);
    if (Math.abs(number) > MAX_OVERHEAD) {
      throw new IllegalArgumentException(text + " is out of range");
    }
    return number;
  }

  /** A part of the file, fit for a line on a terminal. */
  private static String shown(String text) {
    String line = text.replaceAll("[^ -~]", "?");
    return line.isEmpty() ? "none" : line;
  }
}
