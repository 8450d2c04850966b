package dev.tare.report.analysis;

/**
 * Quantiles of the normal and of Student's distribution, to three digits: what intervals need, and
 * too little for a library.
 */
public final class Quantiles {
  // Rational approximation of the normal quantile, relative error below 1.2e-9: P. J. Acklam, 2003.
  private static final double[] A = {
    -3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02,
    1.383577518672690e+02, -3.066479806614716e+01, 2.506628277459239e+00
  };
  private static final double[] B = {
    -5.447609879822406e+01,
    1.615858368580409e+02,
    -1.556989798598866e+02,
    6.680131188771972e+01,
    -1.328068155288572e+01
  };
  private static final double[] C = {
    -7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
    -2.549732539343734e+00, 4.374664141464968e+00, 2.938163982698783e+00
  };
  private static final double[] D = {
    7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00, 3.754408661907416e+00
  };
  private static final double LOW = 0.02425;

  private Quantiles() {}

  /**
   * The normal value that is exceeded, to either side, with this probability.
   *
   * @param alpha above 0, and 1 at most
   */
  public static double normal(double alpha) {
    return Math.max(0, -lower(alpha / 2));
  }

  /** The normal value below which lies the part {@code p}, which is at most a half. */
  private static double lower(double p) {
    if (p < LOW) {
      double q = Math.sqrt(-2 * Math.log(p));
      return polynomial(C, q) / (polynomial(D, q) * q + 1);
    }
    double q = p - 0.5;
    double r = q * q;
    return polynomial(A, r) * q / (polynomial(B, r) * r + 1);
  }

  private static double polynomial(double[] coefficients, double x) {
    double sum = 0;
    for (double coefficient : coefficients) {
      sum = sum * x + coefficient;
    }
    return sum;
  }

  /**
   * The same of Student's distribution, by the expansion of R. A. Fisher and E. A. Cornish; too
   * small by a tenth for fewer degrees than three.
   *
   * @param degrees of freedom, above 0
   */
  public static double student(double alpha, double degrees) {
    double z = normal(alpha);
    double z2 = z * z;
    double first = z * (z2 + 1) / 4;
    double second = z * ((5 * z2 + 16) * z2 + 3) / 96;
    double third = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
    double fourth = z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160;
    double x = 1 / degrees;
    return z + x * (first + x * (second + x * (third + x * fourth)));
  }
}
