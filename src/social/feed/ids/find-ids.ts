import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { buildList } from './build-list.ts';
import { mergedIds } from './merged-ids.ts';
import { readStored, type StoredFeed } from './stored-ids.ts';

/** The newest of a feed, and what is stored of it. */
interface FoundFeed extends Omit<StoredFeed, 'ids' | 'isBuilt'> {
  ids: string[];
}

/**
 * The newest ids of somebody's feed, from the stored list where that has them all, or else gathered from the authors: both
 * ways give the same. A reader who follows nobody gets what everybody posts.
 */
export async function findFeed(
  app: App,
  viewer: Viewer,
  wanted: { before: string | undefined; max: number },
): Promise<FoundFeed> {
  const stored = await readStored(app, viewer, wanted);
  if (stored.isNewHere)
    return { ...stored, ids: await mergedIds(app, viewer.id, { ...wanted, everybody: true }) };
  if (!stored.isBuilt) await buildList(app, viewer.id);
  const { ids, ...feed } = stored.isBuilt ? stored : await readStored(app, viewer, wanted);
  return { ...feed, ids: ids ?? (await mergedIds(app, viewer.id, wanted)) };
}
