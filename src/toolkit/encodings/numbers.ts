import { invalid } from '../../kernel/problem.ts';
import type { JsonNode } from './json-text.ts';

/** Parses numbers separated by commas, semicolons, spaces or line breaks. */
export function parseNumbers(field: string, text: string): number[] {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const numbers = parts.map(Number);
  const wrong = parts.find((_, i) => !Number.isFinite(numbers[i]));
  if (wrong !== undefined) throw invalid(field, `“${wrong.slice(0, 40)}” is not a number`);
  if (numbers.length === 0) throw invalid(field, 'Send numbers separated by commas');
  return numbers;
}

/** Returns the check digit that makes a number valid under the Luhn algorithm (ISO/IEC 7812-1). */
export function luhnDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const doubled = Number(digit) * (i % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** Rounds to hundredths, like amounts of money. */
export const money = (value: number) => Math.round(value * 100) / 100 + 0;

/** Returns the fixed payment that repays a loan with interest, given the rate per period. */
export const annuity = (amount: number, rate: number, periods: number) =>
  rate === 0 ? amount / periods : (amount * rate) / (1 - (1 + rate) ** -periods);

/** Returns the TypeScript type of a JSON value. */
export function typeOf(node: JsonNode, indent = ''): string {
  if (node.kind === 'word') return node.value === null ? 'null' : 'boolean';
  if (node.kind === 'text') return 'string';
  if (node.kind === 'number') return 'number';
  if (node.kind === 'list') {
    const kinds = [...new Set(node.items.map((item) => typeOf(item, indent)))];
    if (kinds.length === 0) return 'unknown[]';
    const [only = ''] = kinds;
    return kinds.length === 1 ? `${only}[]` : `(${kinds.join(' | ')})[]`;
  }
  if (node.entries.length === 0) return 'Record<string, never>';
  const inner = `${indent}  `;
  const lines = node.entries.map(([key, item]) => {
    const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
    return `${inner}${name}: ${typeOf(item, inner)};`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}
