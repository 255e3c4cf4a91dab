import type { AppliedFilter, FilterName } from './filters.ts';
import type { ChosenRange } from '../requests/range.ts';

/** What a page of statistics shows: a time, and filters. All of it is in the address. */
export interface Selection {
  range: ChosenRange;
  applied: readonly AppliedFilter[];
}

type Name = FilterName | 'range' | 'timezone';
export type SelectionChange = Partial<Record<Name, string | undefined>>;

/** The query that leads to a selection with some of it changed; undefined takes a filter away. */
export function queryOf({ range, applied }: Selection, change: SelectionChange = {}): string {
  const parameters = new URLSearchParams(range.query);
  for (const { name, value } of applied) parameters.set(name, value);
  if (change.range !== undefined) for (const name of ['from', 'to']) parameters.delete(name);
  for (const [name, value] of Object.entries(change))
    if (value === undefined) parameters.delete(name);
    else parameters.set(name, value);
  return parameters.toString();
}

/** The same as fields of a form, less those that the form asks for itself. */
export const hiddenFieldsOf = (selection: Selection, asked: readonly string[]): [string, string][] =>
  [...new URLSearchParams(queryOf(selection))].filter(([name]) => !asked.includes(name));
