import { invalid } from '../../kernel/problem.ts';

/** Parses numbers separated by commas, semicolons, spaces or line breaks. */
export function parseNumbers(field: string, text: string): number[] {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const numbers = parts.map(Number);
  const wrong = parts.find((_, i) => !Number.isFinite(numbers[i]));
  if (wrong !== undefined) throw invalid(field, `“${wrong.slice(0, 40)}” is not a number`);
  if (numbers.length === 0) throw invalid(field, 'Send numbers separated by commas');
  return numbers;
}
