import { add, divide, multiply, rational, subtract } from './rational.ts';
import type { Rational } from './rational.ts';
import type { Unit } from './unit.ts';

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
