/** Numbers and names as they are shown. Everything goes into the page as text, never as markup. */
const integerFormat = new Intl.NumberFormat("en", {maximumFractionDigits: 0});
const oneDigitFormat = new Intl.NumberFormat("en", {minimumFractionDigits: 1, maximumFractionDigits: 1});
const twoDigitsFormat = new Intl.NumberFormat("en", {minimumFractionDigits: 2, maximumFractionDigits: 2});
const belowOneFormat = new Intl.NumberFormat("en", {minimumSignificantDigits: 3, maximumSignificantDigits: 3});

function formatInt(value) {
  return integerFormat.format(value);
}

/** "1 method", "2 methods". */
function formatCount(value, word) {
  return formatInt(value) + " " + word + (value === 1 ? "" : "s");
}

function formatShare(part, sum) {
  return sum > 0 ? oneDigitFormat.format((100 * part) / sum) + "%" : "-";
}

/** Counts from here on are shown with three digits. */
const SHORT_COUNT = 10000;
const COUNTS = ["", " k", " M", " G", " T", " P", " E"];
const SCALES = {ns: [" ns", " us", " ms", " s"], bytes: [" B", " kB", " MB", " GB", " TB", " PB", " EB"]};

/** A count as people read it: "4,830", "68.1 M". Like ValueFormat.java, as all here. */
function formatAmount(value) {
  return Math.abs(value) < SHORT_COUNT ? shortNumber(value) : scaled(value, COUNTS);
}

/** A value of a metric as people read it: "889 ms", "2.06 s", "68.1 M instructions". */
function formatValue(value, unit) {
  return SCALES[unit] ? scaled(value, SCALES[unit]) : formatAmount(value) + " " + unit;
}

/** The last unit takes any number of digits. */
function scaled(value, units) {
  let rest = value;
  let unit = 0;
  // 999.6 would be shown as 1000.
  for (; Math.abs(rest) >= 999.5 && unit < units.length - 1; unit++) {
    rest /= 1000;
  }
  return (unit === 0 && Number.isInteger(rest) ? formatInt(rest) : threeDigits(rest)) + units[unit];
}

function shortNumber(value) {
  return Number.isInteger(value) ? formatInt(value) : threeDigits(value);
}

function threeDigits(value) {
  const amount = Math.abs(value);
  if (amount >= 1e-12 && amount < 0.9995) {
    return belowOneFormat.format(value);
  }
  const format = amount < 9.995 ? twoDigitsFormat : amount < 99.95 ? oneDigitFormat : integerFormat;
  return format.format(value);
}

/** A value of one call, of which there may be a part. */
function formatEach(value, calls, unit) {
  return calls === 0 ? "-" : formatValue(value / calls, unit);
}

/** What stands before calls by how they are known: the numbers of CallsKind.java. */
const CALLS_MARKS = ["", "=", "≥", "~"];

/** Calls of a method or of several, marked where not all of them were counted. */
function formatMethodCalls(calls, kind) {
  return CALLS_MARKS[kind] + formatAmount(calls);
}

/** A total is at least the own value: below it only by what callees are below zero. */
function leastTotal(total, own) {
  return Math.max(total, own, 0);
}

function formatTotal(total, own, unit) {
  const least = leastTotal(total, own);
  return (least > total ? "≈" : "") + formatValue(least, unit);
}

/** A value as it is shown where it cannot be told from nothing. */
const BELOW = "≈0";

function formatSigned(value, unit) {
  return (value > 0 ? "+" : "") + formatValue(value, unit);
}

/** Control characters and those that turn the writing direction around, as their numbers. */
function visible(name) {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (c) => "\\u" + c.codePointAt(0).toString(16).padStart(4, "0"));
}

function element(name, attributes, ...content) {
  const result = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    result.setAttribute(key, value);
  }
  result.append(...content);
  return result;
}

/** Numbers that name the same package alike and others differently, from 0 to 359. */
function hue(className) {
  const name = className.slice(0, Math.max(0, className.lastIndexOf(".")));
  let hash = 17;
  for (let i = 0; i < name.length; i++) {
    hash = (Math.imul(hash, 31) + name.charCodeAt(i)) | 0;
  }
  return (((hash % 97) + 97) % 97) * 1.6 + 5;
}

/** Finds names by a part of them, whatever the case, or by a pattern between slashes; null: the pattern is wrong. */
function finder(text) {
  if (text.length > 2 && text.startsWith("/") && text.endsWith("/")) {
    try {
      const pattern = new RegExp(text.slice(1, -1), "i");
      return (name) => pattern.test(name);
    } catch (e) {
      return null;
    }
  }
  const part = text.toLowerCase();
  return (name) => name.toLowerCase().includes(part);
}

/** Text as a part of a regular expression. */
function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/** Finds names by a pattern in which * stands for anything. */
function globFinder(text) {
  const pattern = text.split("*").map(escaped).join(".*");
  const expression = new RegExp("^" + pattern + "$", "s");
  return (name) => expression.test(name);
}
