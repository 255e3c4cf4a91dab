import type { App } from '../../platform/app.ts';
import type { FormState } from '../../platform/html/form.ts';
import type { View } from '../../platform/html/layout.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { listNewPeople } from '../people/list-new-people.ts';
import { noteVisit } from './note-visit.ts';
import { readFeed } from './read-feed.ts';
import { readTop } from './read-top.ts';
import { feedView, topView } from './views/feed-view.ts';

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
  const isFirst = before === undefined;
  const newest = isFirst ? feed.posts[0]?.id : undefined;
  const seen = feed.isFilled ? undefined : await noteVisit(app, viewer.id, newest);
  return feedView({ feed, people, viewer, base: app.config.plazaUrl, isFirst, state, seen });
}

/** The same by what found most echo. */
export async function showTop(
  app: App,
  viewer: Viewer,
  query: { ranking?: string | undefined; page?: number | undefined },
): Promise<View> {
  const [top, { people }] = await Promise.all([
    readTop(app, viewer, query),
    listNewPeople(app, viewer, 0, peopleBeside),
  ]);
  return topView({ top, people, viewer, base: app.config.plazaUrl, page: query.page ?? 0 });
}
