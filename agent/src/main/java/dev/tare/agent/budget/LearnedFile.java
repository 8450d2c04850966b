package dev.tare.agent.budget;

import dev.tare.agent.cache.CacheDirectory;
import dev.tare.agent.cache.NameLock;
import dev.tare.profile.AtomicFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * {@link LearnedRates} in a file, one line for each class and each of its methods that is called
 * and was measured, or is called so often that it was compiled, fields parted by tabs:
 *
 * <pre>
 *   tare-rates 9
 *   profiler  0.1.0
 *   main      com.acme.Main
 *   factor    sampled  0.18   0.31           mean and deviation of the logarithm
 *   price     sampled  41.2                   what was measured of a probe's price, in ns
 *   runs      7                              that measured the program
 *   methods   8211                           that the largest of them wove
 *   threshold sampled  1.5e-4                most that probes of a method may cost
 *   class     1a2b3c4d com.acme.Order        checksum, name
 *   method    1.25e-3  0.02  0  l-t  total(I)J  calls a nanosecond (NaN: not measured), share of
 *                                             self, age; leaf, root, and tier: timed, counted,
 *                                             flat, merged
 * </pre>
 */
public final class LearnedFile {
  private static final String FORMAT = "tare-rates 9";

  /** Enough for a program of 100,000 methods. No longer file is written or read. */
  private static final long MAX_BYTES = 32L << 20;

  /**
   * What all programs' files may take that nobody named: those not written for longest go first.
   */
  private static final long MAX_BYTES_OF_ALL = 4 * MAX_BYTES;

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final String PREFIX = "rates-";
  private static final String SUFFIX = ".tsv";

  private static final double MAX_PRICE_NANOS = 1e6;

  /** Calls in a nanosecond, and shares of self, are below this. */
  private static final double MOST = 1e3;

  private final Path file;
  private final String version;
  private final String mainClass;

  /** Whether nobody named it, so that what is damaged there is no other file of the user's. */
  private final boolean isUnnamed;

  /** What {@link #read} found there last. */
  private NameLock.@Nullable Identity seen;

  private @Nullable String refusal;
  private boolean isDamaged;

  /**
   * A file that the user named, there or not.
   *
   * @param version the profiler's
   * @param mainClass of the application, or the file name of its jar; empty where it is not known
   */
  public LearnedFile(Path file, String version, String mainClass) {
    this(file, version, mainClass, false);
  }

  private LearnedFile(Path file, String version, String mainClass, boolean isUnnamed) {
    this.file = file;
    this.version = version;
    this.mainClass = mainClass;
    this.isUnnamed = isUnnamed;
  }

  /**
   * The file for this program in the cache directory.
   *
   * @param key tells the program from others with this main class
   */
  public static LearnedFile in(Path cacheDirectory, String version, String mainClass, String key) {
    CRC32 crc = new CRC32();
    crc.update((FORMAT + version + '\n' + key).getBytes(StandardCharsets.UTF_8));
    String name = PREFIX + String.format(Locale.ROOT, "%08x", crc.getValue()) + SUFFIX;
    return new LearnedFile(cacheDirectory.resolve(name), version, mainClass, true);
  }

  /** Which file is there but not used, and why; empty if it is used. */
  public Optional<String> refusal() {
    return Optional.ofNullable(refusal);
  }

  /** What the file says; nothing where there is none, or it is refused. */
  public LearnedRates read() {
    refusal = null;
    isDamaged = false;
    if (!Files.exists(file)) {
      return LearnedRates.none();
    }
    try {
      seen = NameLock.Identity.orNull(file);
      if (Files.size(file) > MAX_BYTES) {
        return damaged("it is larger than " + (MAX_BYTES >> 20) + " MB");
      }
      return read(Files.readString(file));
    } catch (CharacterCodingException e) {
      return damaged("it is not a budgetlearn file");
    } catch (IOException e) {
      return refuse("it cannot be read: " + e.getMessage());
    }
  }

  private LearnedRates read(String text) {
    TabbedFields line = new TabbedFields(text);
    if (!FORMAT.equals(line.next())) {
      return damaged("it is not a budgetlearn file");
    }
    Map<String, KnownClass> classes = new HashMap<>();
    Map<String, LearnedRates.Factor> factors = new HashMap<>();
    Map<String, Double> prices = new HashMap<>();
    Map<String, Double> thresholds = new HashMap<>();
    int runs = 0;
    int woven = 0;
    Map<String, LearnedRate> methods = new HashMap<>();
    try {
      while (line.nextLine()) {
        String kind = line.next();
        switch (kind) {
          case "profiler" -> demand("profiler version", version, line.next());
          case "main" -> demand("program", mainClass, line.nextName());
          case "runs" -> runs = Integer.parseUnsignedInt(line.next());
          case "methods" -> woven = Integer.parseUnsignedInt(line.next());
          case "price" -> prices.put(line.next(), positive(line.next(), MAX_PRICE_NANOS));
          case "threshold" -> thresholds.put(line.next(), positive(line.next(), Double.MAX_VALUE));
          case "factor" -> factors.put(line.next(), factor(line));
          case "class" -> {
            methods = new HashMap<>();
            int checksum = Integer.parseUnsignedInt(line.next(), 16);
            classes.put(line.nextName(), new KnownClass(checksum, methods));
          }
          case "method" -> {
            LearnedRate rate = rate(line);
            methods.put(line.nextName(), rate);
          }
          default -> throw new IllegalArgumentException(kind);
        }
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      damaged("it is damaged");
    }
    classes.replaceAll((name, found) -> found.compact());
    return refusal == null
        ? new LearnedRates(classes, factors, prices, thresholds, runs, woven)
        : LearnedRates.none();
  }

  private void demand(String what, String here, String there) {
    if (!here.equals(there) && refusal == null) {
      refuse("it was written for another " + what + ", " + there);
    }
  }

  private LearnedRates damaged(String reason) {
    isDamaged = true;
    return refuse(reason);
  }

  private LearnedRates refuse(String reason) {
    refusal = file + ": " + reason;
    return LearnedRates.none();
  }

  private static LearnedRates.Factor factor(TabbedFields line) {
    LearnedRates.Factor factor =
        new LearnedRates.Factor(Double.parseDouble(line.next()), Double.parseDouble(line.next()));
    if (!isPossible(factor)) {
      throw new IllegalArgumentException(factor.toString());
    }
    return factor;
  }

  /** A number from 0, below a limit. */
  private static double positive(String field, double limit) {
    double value = Double.parseDouble(field);
    if (!(value >= 0 && value < limit)) {
      throw new IllegalArgumentException(field);
    }
    return value;
  }

  private static LearnedRate rate(TabbedFields line) {
    double callsPerWork = Double.parseDouble(line.next());
    double selfShare = Double.parseDouble(line.next());
    int age = Integer.parseInt(line.next());
    String marks = line.next();
    LearnedRate rate =
        new LearnedRate(
            callsPerWork,
            selfShare,
            age,
            marks.charAt(0) == 'l',
            marks.charAt(1) == 'r',
            tier(marks.charAt(2)));
    if (!isPossible(rate) || age < 0) {
      throw new IllegalArgumentException("calls " + callsPerWork);
    }
    return rate;
  }

  /** Impossible values are not written: with them the whole file would be refused. */
  private static boolean isPossible(LearnedRate rate) {
    boolean areCalls = rate.callsPerWork() >= 0 && rate.callsPerWork() < MOST;
    return (rate.isUnmeasured() || areCalls) && rate.selfShare() >= 0 && rate.selfShare() < MOST;
  }

  private static boolean isPossible(LearnedRates.Factor factor) {
    return Math.abs(factor.log()) < 5 && factor.deviation() >= 0 && factor.deviation() < 5;
  }

  /**
   * Writes what is known after this run, to a new file that takes the old one's place; not over one
   * that was refused, unless it is only damaged and nobody named it. Runs that end at the same time
   * take turns, and keep what the others wrote.
   */
  public void write(LearnedRates rates) throws IOException {
    if (!mayBeReplaced()) {
      return;
    }
    NameLock lock = null;
    try {
      lock = NameLock.take(file, PATIENCE_NANOS);
    } catch (IOException e) {
      // A file system without locks: what others write at this moment may be lost.
    }
    try {
      NameLock.Identity there = NameLock.Identity.orNull(file);
      LearnedRates all = there == null || there.isSame(seen) ? rates : rates.over(read());
      if (mayBeReplaced()) {
        replace(all);
      }
    } finally {
      NameLock.release(lock);
    }
  }

  private boolean mayBeReplaced() {
    return refusal == null || (isDamaged && isUnnamed);
  }

  private void replace(LearnedRates rates) throws IOException {
    if (isUnnamed) {
      AtomicFile.removeLeftovers(file);
    }
    AtomicFile.write(
        file,
        out -> {
          BufferedOutputStream buffered = new BufferedOutputStream(out);
          write(rates, buffered);
          buffered.flush();
        });
    refusal = null;
    seen = NameLock.Identity.orNull(file);
    if (isUnnamed) {
      CacheDirectory.makeRoom(file, PREFIX + "*" + SUFFIX, MAX_BYTES_OF_ALL);
    }
  }

  /** As many classes as can be read again; what was not measured for longest is left out. */
  private void write(LearnedRates rates, OutputStream out) throws IOException {
    byte[] head = bytes(lines -> writeHead(rates, lines));
    out.write(head);
    long left = MAX_BYTES - head.length;
    Comparator<Map.Entry<String, KnownClass>> newestFirst =
        Comparator.comparingInt(found -> age(found.getValue()));
    List<Map.Entry<String, KnownClass>> classes = new ArrayList<>(rates.classes().entrySet());
    classes.sort(newestFirst.thenComparing(Map.Entry.comparingByKey()));
    for (Map.Entry<String, KnownClass> found : classes) {
      byte[] text = bytes(lines -> write(found.getKey(), found.getValue(), lines));
      if (text.length <= left) {
        out.write(text);
        left -= text.length;
      }
    }
  }

  /** How many runs ago any of its methods was measured last. */
  private static int age(KnownClass known) {
    return known.methods().values().stream().mapToInt(LearnedRate::age).min().orElse(0);
  }

  /** A part of the file. */
  private interface Part {
    void write(Writer lines) throws IOException;
  }

  private static byte[] bytes(Part part) throws IOException {
    StringWriter lines = new StringWriter();
    part.write(lines);
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void writeHead(LearnedRates rates, Writer lines) throws IOException {
    lines.write(FORMAT + "\nprofiler\t" + version + '\n');
    lines.write("main\t" + TabbedFields.escaped(mainClass) + '\n');
    lines.write("runs\t" + (rates.runs() + 1) + "\nmethods\t" + rates.methods() + '\n');
    for (Map.Entry<String, LearnedRates.Factor> factor :
        new TreeMap<>(rates.factors()).entrySet()) {
      if (!isPossible(factor.getValue())) {
        continue;
      }
      lines.write(
          "factor\t"
              + factor.getKey()
              + '\t'
              + (float) factor.getValue().log()
              + '\t'
              + (float) factor.getValue().deviation()
              + '\n');
    }
    write("price", rates.prices(), lines);
    write("threshold", rates.thresholds(), lines);
  }

  private static void write(String name, KnownClass known, Writer lines) throws IOException {
    String field = TabbedFields.escaped(name);
    lines.write("class\t" + Integer.toHexString(known.checksum()) + '\t' + field + '\n');
    for (Map.Entry<String, LearnedRate> method : new TreeMap<>(known.methods()).entrySet()) {
      write(method.getKey(), method.getValue(), lines);
    }
  }

  private static void write(String kind, Map<String, Double> byMode, Writer lines)
      throws IOException {
    for (Map.Entry<String, Double> ofMode : new TreeMap<>(byMode).entrySet()) {
      lines.write(kind + '\t' + ofMode.getKey() + '\t' + ofMode.getValue() + '\n');
    }
  }

  /** Methods that are not called, two of three in a service, have no line but their class's. */
  private static void write(String method, LearnedRate rate, Writer lines) throws IOException {
    boolean isCalled = rate.callsPerWork() > 0 || rate.isUnmeasured();
    if (isCalled && isPossible(rate)) {
      lines.write(
          "method\t"
              + (float) rate.callsPerWork()
              + '\t'
              + (float) rate.selfShare()
              + '\t'
              + rate.age()
              + '\t'
              + (rate.callsNothing() ? 'l' : '-')
              + (rate.isRoot() ? 'r' : '-')
              + letter(rate.tier())
              + '\t'
              + TabbedFields.escaped(method)
              + '\n');
    }
  }

  private static char letter(Tier tier) {
    return switch (tier) {
      case TIMED -> 't';
      case COUNTED -> 'c';
      case FLAT -> 'f';
      case MERGED -> 'm';
    };
  }

  private static Tier tier(char letter) {
    return switch (letter) {
      case 't' -> Tier.TIMED;
      case 'c' -> Tier.COUNTED;
      case 'f' -> Tier.FLAT;
      case 'm' -> Tier.MERGED;
      default -> throw new IllegalArgumentException("tier " + letter);
    };
  }
}
