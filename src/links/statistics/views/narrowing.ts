import { theRest } from '../../clicks/retention/fold-rare-values.ts';
import type { Dimension } from '../../clicks/roll-ups.ts';
import { filterNameOf, unknown } from '../filters/filters.ts';
import { queryOf, type Selection } from '../filters/selection.ts';

/** Where a value leads: to the same page of its clicks alone. Nowhere when it cannot be filtered by, or is already. */
export function narrowingTo(
  address: string,
  selection: Selection,
  dimension: Dimension,
  value: string,
): { href?: string } {
  const name = filterNameOf(dimension);
  if (name === undefined || value === theRest || selection.applied.some((filter) => filter.name === name))
    return {};
  return { href: `${address}?${queryOf(selection, { [name]: value || unknown })}` };
}
