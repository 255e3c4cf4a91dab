import type { AppliedFilter, FilterName } from './filters.ts';
import type { ChosenRange } from '../requests/range.ts';

/** The selected range and filters of a statistics page, all of which are in its URL. */
export interface Selection {
  range: ChosenRange;
  applied: readonly AppliedFilter[];
}

type Name = FilterName | 'range' | 'timezone';
export type SelectionChange = Partial<Record<Name, string | undefined>>;

/** Returns the query string of a changed selection. Undefined removes a filter. */
export function queryOf({ range, applied }: Selection, change: SelectionChange = {}): string {
  const parameters = new URLSearchParams(range.query);
  for (const { name, value } of applied) parameters.set(name, value);
  if (change.range !== undefined) for (const name of ['from', 'to']) parameters.delete(name);
  for (const [name, value] of Object.entries(change))
    if (value === undefined) parameters.delete(name);
    else parameters.set(name, value);
  return parameters.toString();
}

/** Returns the selection as hidden form fields, except those that the form has itself. */
export const hiddenFieldsOf = (selection: Selection, asked: readonly string[]): [string, string][] =>
  [...new URLSearchParams(queryOf(selection))].filter(([name]) => !asked.includes(name));
