import type { App } from '../../platform/app.ts';
import type { Html } from '../../web/html.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { listSuggestedPeople } from '../people/list-suggested-people.ts';
import { showTrendingBox } from '../trending/show-trending-box.ts';
import { besideFeed } from './views/beside-feed.ts';

const peopleToMeet = 4;

/** What stands beside a feed. */
export async function showBeside(app: App, viewer: Viewer | undefined): Promise<Html> {
  const [trending, people] = await Promise.all([
    showTrendingBox(app, viewer),
    viewer && listSuggestedPeople(app, viewer, peopleToMeet),
  ]);
  return besideFeed(trending, people);
}
