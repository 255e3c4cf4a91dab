import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { buildList } from './build-list.ts';
import { mergedIds } from './merged-ids.ts';
import { getStored, type StoredFeed } from './stored-ids.ts';

/** The newest ids of a feed, and its stored state. */
interface FoundFeed extends Omit<StoredFeed, 'ids' | 'isBuilt'> {
  ids: string[];
}

/**
 * Returns the newest ids of the viewer's feed, from the stored list if complete, else merged from the
 * authors. Both give the same result. A viewer who follows no one gets all public posts.
 */
export async function findFeed(
  app: App,
  viewer: Viewer,
  wanted: { before: string | undefined; max: number },
): Promise<FoundFeed> {
  const stored = await getStored(app, viewer, wanted);
  if (stored.isNewHere)
    return { ...stored, ids: await mergedIds(app, viewer.id, { ...wanted, everybody: true }) };
  if (!stored.isBuilt) await buildList(app, viewer.id);
  const { ids, ...feed } = stored.isBuilt ? stored : await getStored(app, viewer, wanted);
  return { ...feed, ids: ids ?? (await mergedIds(app, viewer.id, wanted)) };
}
