import type { App } from '../../platform/app.ts';
import type { FormState } from '../../platform/html/form.ts';
import type { View } from '../../platform/html/layout.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { listNewPeople } from '../people/list-new-people.ts';
import { readFeed } from './read-feed.ts';
import { feedView } from './views/feed-view.ts';

/** How many people to meet stand beside a feed. */
export const peopleBeside = 4;

/** The front page of somebody who is signed in. */
export async function showFeed(
  app: App,
  viewer: Viewer,
  { before, state }: { before?: string | undefined; state?: FormState } = {},
): Promise<View> {
  const [feed, { people }] = await Promise.all([
    readFeed(app, viewer, { before }),
    listNewPeople(app, viewer, 0, peopleBeside),
  ]);
  return feedView({ feed, people, viewer, base: app.config.plazaUrl, isFirst: before === undefined, state });
}
