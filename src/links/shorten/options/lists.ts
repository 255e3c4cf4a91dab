import { invalid, msg } from '../../../kernel/problem.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Converts blank to an empty list. */
export const listOf = (value: unknown): readonly Entry[] | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? (value as readonly Entry[]) : [];

export function limited<T>(field: string, list: readonly T[], count: number): readonly T[] {
  if (list.length > count)
    throw invalid(field, msg('{field} can have at most {count} entries', { field, count }));
  return list;
}

/** Rejects duplicate entries for a place, device or language. */
export function distinct<T>(field: string, list: readonly T[], keyOf: (each: T) => string): readonly T[] {
  const keys = list.map((each) => keyOf(each).trim());
  const double = keys.find((key, index) => keys.indexOf(key) < index);
  if (double !== undefined)
    throw invalid(field, msg('{field} has two entries for “{double}”', { field, double }));
  return list;
}

export const unreadableRules = () => invalid('rules', msg('The rules cannot be read'));

/** A list in the rules of a file, which may have been edited. */
export function parseStoredList(value: unknown): readonly Entry[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'object' || each === null))
    throw unreadableRules();
  return value as readonly Entry[];
}

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
