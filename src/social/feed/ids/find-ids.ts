import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { buildList } from './build-list.ts';
import { mergedIds } from './merged-ids.ts';
import { storedIds } from './stored-ids.ts';

/**
 * The newest ids of somebody's feed, from the stored list where that has them all, or else gathered from the authors: both
 * ways give the same.
 */
export async function findFeedIds(
  app: App,
  viewer: Viewer,
  wanted: { before: string | undefined; most: number },
): Promise<string[]> {
  const known = await storedIds(app, viewer, wanted);
  if (known) return known;
  if (await mustBuild(app, viewer.id)) {
    await buildList(app, viewer.id);
    const built = await storedIds(app, viewer, wanted);
    if (built) return built;
  }
  return mergedIds(app, viewer.id, wanted);
}

async function mustBuild({ db }: App, me: string): Promise<boolean> {
  const list = await db
    .selectFrom('social.feed')
    .where('account_id', '=', me)
    .select((eb) => eb('built', '=', eb.ref('changed')).as('isBuilt'))
    .executeTakeFirst();
  return !list?.isBuilt;
}
