import { otherValues } from '../../clicks/retention/fold-rare-values.ts';
import type { Dimension } from '../../clicks/roll-ups.ts';
import { filterNameOf, unknown } from '../filters/filters.ts';
import { queryOf, type Selection } from '../filters/selection.ts';

/**
 * Returns the link that filters the page by a value. Empty if the dimension has no filter or is already
 * filtered.
 */
export function filterLinkAttributes(
  address: string,
  selection: Selection,
  dimension: Dimension,
  value: string,
): { href?: string } {
  const name = filterNameOf(dimension);
  if (name === undefined || value === otherValues || selection.applied.some((filter) => filter.name === name))
    return {};
  return { href: `${address}?${queryOf(selection, { [name]: value || unknown })}` };
}
