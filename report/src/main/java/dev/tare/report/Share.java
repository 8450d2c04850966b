package dev.tare.report;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A part of a whole, given as {@code 5%}: no more than all of it. */
final class Share implements ITypeConverter<Double> {
  private final Percent percent = new Percent();

  @Override
  public Double convert(String text) {
    double share = percent.convert(text);
    if (share > 1) {
      throw new TypeConversionException("'" + text + "' is more than 100%");
    }
    return share;
  }
}
