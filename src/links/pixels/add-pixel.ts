import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { readPixelName, type Pixel } from './pixel.ts';
import { readProvider, readTag } from './providers.ts';
import { tagTaken } from './queries.ts';

/** Creates a pixel. A second pixel with the same provider and tag is a conflict. */
export async function addPixel(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  input: { type: string; name: string; tag: string },
): Promise<Pixel> {
  const provider = readProvider(input.type);
  const name = readPixelName(input.name);
  const tag = readTag(provider, input.tag);
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
