/** A unit, defined relative to the base unit of its dimension. */
export interface Unit {
  /** Plural, as used in URLs and sentences: `nautical miles`. */
  name: string;
  symbol: string;
  /** The exact number of base units: `1609.344`, `5/9`. */
  factor: string;
  /** Added to a value before multiplication, for temperatures with different zeros. */
  offset?: string;
  /** Inversely proportional to the base unit: liters per 100 kilometers and miles per gallon. */
  inverse?: boolean;
  aliases?: readonly string[];
  /** Supports SI prefixes such as kilo and milli, and for bytes and bits also binary ones. */
  prefixes?: 'si' | 'binary';
}

export interface UnitDimension {
  title: string;
  units: readonly Unit[];
}

/** Creates a unit from a table row. */
export const unit = (
  name: string,
  symbol: string,
  factor: string,
  rest: Omit<Unit, 'name' | 'symbol' | 'factor'> = {},
): Unit => ({ name, symbol, factor, ...rest });

/** An exact number with a positive denominator. */
export interface Rational {
  n: bigint;
  d: bigint;
}

const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;
/** Maximum digits of a parsed number, which bounds the work. */
const longest = 400;

/** Parses `1609.344`, `-1e-9` or `5/9`. Returns undefined for anything else. */
export function parseRational(text: string): Rational | undefined {
  const [top = '', bottom] = text.trim().split('/');
  if (bottom !== undefined) {
    const [n, d] = [parseRational(top), parseRational(bottom)];
    return n && d && d.n !== 0n ? divide(n, d) : undefined;
  }
  const match = top.length <= longest ? decimal.exec(top) : null;
  const [, sign, whole = '', part = '', exponent = '0'] = match ?? [];
  if (!match || whole + part === '') return undefined;
  const shift = Number(exponent) - part.length;
  const digits = BigInt(whole + part) * (sign === '-' ? -1n : 1n);
  return shift >= 0 ? { n: digits * 10n ** BigInt(shift), d: 1n } : { n: digits, d: 10n ** BigInt(-shift) };
}

/** Parses a constant in code. Throws if it is invalid. */
export function rational(text: string): Rational {
  const parsed = parseRational(text);
  if (!parsed) throw new Error(`${text} is not a number`);
  return parsed;
}

export const add = (a: Rational, b: Rational): Rational => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
export const subtract = (a: Rational, b: Rational): Rational => add(a, { n: -b.n, d: b.d });
export const multiply = (a: Rational, b: Rational): Rational => ({ n: a.n * b.n, d: a.d * b.d });
/** `b` must not be zero. */
export const divide = (a: Rational, b: Rational): Rational =>
  b.n < 0n ? { n: -a.n * b.d, d: a.d * -b.n } : { n: a.n * b.d, d: a.d * b.n };

/**
 * Formats as a decimal with at most the given number of significant digits, rounded half away from zero. Very
 * large and very small numbers get an exponent.
 */
export function toDecimal({ n, d }: Rational, significant = 15): string {
  if (n === 0n) return '0';
  const sign = n < 0n ? '-' : '';
  const top = n < 0n ? -n : n;
  // The position of the first digit: estimated from both lengths, then corrected.
  let place = top.toString().length - d.toString().length;
  if (compareToPower(top, d, place) < 0) place -= 1;
  const shift = significant - 1 - place;
  const [scaledTop, scaledBottom] =
    shift >= 0 ? [top * 10n ** BigInt(shift), d] : [top, d * 10n ** BigInt(-shift)];
  const digits = ((2n * scaledTop + scaledBottom) / (2n * scaledBottom)).toString();
  // Rounding up may add a digit: 9.99 becomes 10.0.
  const first = digits.length > significant ? place + 1 : place;
  const trimmed = withoutZeros(digits);
  if (first >= 21 || first < -7) {
    const rest = trimmed.slice(1);
    return `${sign}${trimmed[0] ?? '0'}${rest && `.${rest}`}e${first < 0 ? '' : '+'}${first}`;
  }
  if (first < 0) return `${sign}0.${'0'.repeat(-first - 1)}${trimmed}`;
  const whole = trimmed.slice(0, first + 1).padEnd(first + 1, '0');
  const part = trimmed.slice(first + 1);
  return sign + whole + (part && `.${part}`);
}

function withoutZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** Compares top / bottom with 10 ** place. Negative if it is smaller. */
function compareToPower(top: bigint, bottom: bigint, place: number): number {
  const [left, right] =
    place >= 0 ? [top, bottom * 10n ** BigInt(place)] : [top * 10n ** BigInt(-place), bottom];
  return left < right ? -1 : left > right ? 1 : 0;
}
