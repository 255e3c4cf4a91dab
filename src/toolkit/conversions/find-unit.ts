import { unitDimensions } from './dimensions.ts';
import { add, divide, multiply, rational, type Rational, subtract, toDecimal, type Unit } from './unit.ts';

interface FoundUnit {
  /** A key of `unitDimensions`. */
  dimension: string;
  unit: Unit;
}

const si: readonly (readonly [string, string, number])[] = [
  ['quecto', 'q', -30], ['ronto', 'r', -27], ['yocto', 'y', -24], ['zepto', 'z', -21], ['atto', 'a', -18],
  ['femto', 'f', -15], ['pico', 'p', -12], ['nano', 'n', -9], ['micro', 'µ', -6], ['micro', 'u', -6], ['milli', 'm', -3],
  ['centi', 'c', -2], ['deci', 'd', -1], ['deca', 'da', 1], ['hecto', 'h', 2], ['kilo', 'k', 3], ['mega', 'M', 6],
  ['giga', 'G', 9], ['tera', 'T', 12], ['peta', 'P', 15], ['exa', 'E', 18], ['zetta', 'Z', 21], ['yotta', 'Y', 24],
  ['ronna', 'R', 27], ['quetta', 'Q', 30],
]; // prettier-ignore

const binary: readonly (readonly [string, string, number])[] = [
  ['kibi', 'Ki', 1], ['mebi', 'Mi', 2], ['gibi', 'Gi', 3], ['tebi', 'Ti', 4], ['pebi', 'Pi', 5], ['exbi', 'Ei', 6],
  ['zebi', 'Zi', 7], ['yobi', 'Yi', 8],
]; // prettier-ignore

const exact = new Map<string, FoundUnit[]>();
const loose = new Map<string, FoundUnit[]>();
for (const [dimension, { units }] of Object.entries(unitDimensions))
  for (const unit of units)
    for (const name of namesOf(unit)) {
      addTo(exact, name, { dimension, unit });
      addTo(loose, normalizeName(name), { dimension, unit });
    }

/**
 * Finds units by any name or symbol: `km`, `Kilometres`, `nautical-miles`, `microgram`, `GiB`. A name such as
 * `C` or `pt` may exist in several dimensions.
 */
export function findUnits(name: string): FoundUnit[] {
  const text = name.trim();
  const known = exact.get(text) ?? loose.get(normalizeName(text));
  return known ?? withPrefix(text);
}

function withPrefix(text: string): FoundUnit[] {
  for (const [word, symbol, power] of [
    ...si.map(([word, symbol, power]) => [word, symbol, `1e${power}`] as const),
    ...binary.map(([word, symbol, power]) => [word, symbol, (1024n ** BigInt(power)).toString()] as const),
  ]) {
    const isBinary = symbol.endsWith('i');
    for (const [rest, table] of [
      [text.toLowerCase().startsWith(word) ? normalizeName(text.slice(word.length)) : undefined, loose],
      [text.startsWith(symbol) ? text.slice(symbol.length) : undefined, exact],
    ] as const) {
      const found = rest
        ? (table.get(rest) ?? []).filter(
            ({ unit: { prefixes } }) => prefixes === 'binary' || (prefixes === 'si' && !isBinary),
          )
        : [];
      if (found.length > 0)
        return found.map(({ dimension, unit }) => ({
          dimension,
          unit: {
            name: word + unit.name,
            symbol: symbol + unit.symbol,
            factor: toDecimal(multiply(rational(unit.factor), rational(power)), 60),
          },
        }));
    }
  }
  return [];
}

function namesOf({ name, symbol, aliases = [] }: Unit): Set<string> {
  return new Set([name, symbol, ...aliases]);
}

/** Normalizes case, spaces, hyphens, underscores and plurals. */
function normalizeName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .replace(/(?<=[a-z]{3})s$/, '');
}

function addTo(table: Map<string, FoundUnit[]>, name: string, found: FoundUnit): void {
  const known = table.get(name) ?? [];
  if (!known.some(({ unit }) => unit === found.unit)) table.set(name, [...known, found]);
}

const zero = rational('0');

/**
 * Converts a value exactly between units of the same dimension. Returns undefined if an inverse unit is zero.
 */
export function convertUnit(value: Rational, from: Unit, to: Unit): Rational | undefined {
  const base = toBase(value, from);
  return base && fromBase(base, to);
}

function toBase(value: Rational, { factor, offset = '0', inverse }: Unit): Rational | undefined {
  if (inverse) return value.n === 0n ? undefined : divide(rational(factor), value);
  return multiply(add(value, rational(offset)), rational(factor));
}

function fromBase(base: Rational, { factor, offset, inverse }: Unit): Rational | undefined {
  if (inverse) return base.n === 0n ? undefined : divide(rational(factor), base);
  return subtract(divide(base, rational(factor)), offset === undefined ? zero : rational(offset));
}
