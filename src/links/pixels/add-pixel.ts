import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { parsePixelName, type Pixel } from './pixel.ts';
import { parseProvider, parseTag } from './providers.ts';
import { tagTaken } from './queries.ts';

/** Creates a pixel. A second pixel with the same provider and tag is a conflict. */
export async function addPixel(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  input: { type: string; name: string; tag: string },
): Promise<Pixel> {
  const provider = parseProvider(input.type);
  const name = parsePixelName(input.name);
  const tag = parseTag(provider, input.tag);
  const createdAt = clock.now();
  const cache = await db
    .insertInto('links.pixel')
    .values({ account_id: viewer.id, provider, name, tag, created_at: createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!cache) throw tagTaken(provider, tag);
  return { id: cache.id, provider, name, tag, createdAt };
}
