package dev.tare.fleet;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How many, from 0. */
final class CountConverter implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String text) {
    if (!text.matches("[0-9]{1,9}")) {
      throw new TypeConversionException("'" + text + "' is not a number from 0");
    }
    return Integer.valueOf(text);
  }
}
