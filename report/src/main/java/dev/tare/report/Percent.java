package dev.tare.report;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A part, given as {@code 5%}. */
final class Percent implements ITypeConverter<Double> {
  @Override
  public Double convert(String text) {
    String number = text.endsWith("%") ? text.substring(0, text.length() - 1) : text;
    try {
      double percent = Double.parseDouble(number);
      if (percent >= 0 && percent < Double.POSITIVE_INFINITY) {
        return percent / 100;
      }
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a percentage like 5%");
    }
    throw new TypeConversionException("'" + text + "' is not a percentage of 0 or more");
  }

  static String shown(double part) {
    return new DecimalFormat("0.######%", DecimalFormatSymbols.getInstance(Locale.ROOT))
        .format(part);
  }
}
