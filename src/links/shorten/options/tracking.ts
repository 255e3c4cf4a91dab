import { sql } from 'kysely';
import { Type } from 'typebox';
import { invalid, msg } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { listOrBlank, NumberOrDigits, textOf } from '../../loose-values.ts';
import { flagOption, option } from './option.ts';
import { listOf } from './lists.ts';

interface StoredPixel {
  id: string;
  /** Provider, colon and tag. */
  name: string;
}

/** Who is told about visits, besides the link's owner. */
export const tracking = {
  pixelIds: option<readonly string[], readonly StoredPixel[], readonly string[]>({
    body: { pixels: listOrBlank(NumberOrDigits, 'IDs of your pixels to fire') },
    fromBody: ({ pixels }) => listOf(pixels)?.map((id) => textOf(id) ?? ''),
    record: { pixels: Type.Array(Type.Integer()) },
    toRecord: (pixels) => pixels.map(({ id }) => Number(id)),
    fields: [],
    lists: ['pixel'],
    label: msg('Pixels'),
    fromForm: ({ lists }) => lists.pixel ?? [],
    toForm: (pixels) => ({ lists: { pixel: pixels.map(({ id }) => id) } }),
    says: ({ lists: { pixel = [] } }) => [
      pixel.length > 0 &&
        t('{pixels, plural, one {# pixel is} other {# pixels are}} fired.', { pixels: pixel.length }),
    ],
    store: {
      select: sql<StoredPixel[]>`(
        select coalesce(json_agg(json_build_object(
          'id', pixel.id::text, 'name', pixel.provider || ':' || pixel.tag) order by pixel.id), '[]')
        from links.link_pixel join links.pixel on pixel.id = link_pixel.pixel_id and pixel.deleted_at is null
        where link_pixel.link_id = link.id)`,
      // In rows of their own, see `storePixels`.
      columns: () => ({}),
      parse: (ids, { app, viewer }) => parsePixels(app, viewer, ids),
    },
    csv: { column: 'pixels', write: (pixels) => pixels.map(({ name }) => name).join(', ') },
  }),

  passesClickId: flagOption({
    api: 'trackconversion',
    rule: 'passesClickId',
    section: 'delivery',
    label: msg('Track conversions'),
    hint: msg('Adds the ID of the click (hop_id) to the destination URL, as far as visitors allow it.'),
    described:
      'Whether the destination gets the id of the click as the parameter `hop_id`, so that leads and sales can be attributed to it. Visitors are asked as for pixels',
    says: msg('Leads and sales are counted.'),
    csv: { column: 'track_conversion', aliases: ['trackconversion', 'conversiontracking'] },
    bulk: { on: msg('Track conversions'), off: msg('Stop tracking conversions') },
  }),
};

async function parsePixels(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length > 20) throw invalid('pixels', msg('A link can have at most 20 pixels'));
  const odd = ids.find((id) => !/^\d{1,18}$/.test(id));
  if (odd !== undefined) throw invalid('pixels', msg('You have no pixel with the ID {odd}', { odd }));
  const known = await db
    .selectFrom('links.pixel')
    .select('id')
    .where('account_id', '=', viewer.id)
    .where('deleted_at', 'is', null)
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute();
  const unknown = ids.find((id) => !known.some((pixel) => pixel.id === id));
  if (unknown !== undefined)
    throw invalid('pixels', msg('You have no pixel with the ID {unknown}', { unknown }));
  return [...new Set(ids)];
}

/** Sets the pixels of a link. */
export async function storePixels(
  { db }: Pick<App, 'db'>,
  linkId: string,
  pixelIds: readonly string[] | undefined,
): Promise<void> {
  if (!pixelIds) return;
  await db.deleteFrom('links.link_pixel').where('link_id', '=', linkId).execute();
  if (pixelIds.length === 0) return;
  await db
    .insertInto('links.link_pixel')
    .values(pixelIds.map((pixel_id) => ({ link_id: linkId, pixel_id })))
    .execute();
}
