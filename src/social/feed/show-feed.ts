import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { planChoices } from '../posts/paywall.ts';
import { firstSteps } from './first-steps.ts';
import { recordVisit } from './record-visit.ts';
import { getFeed } from './get-feed.ts';
import { getTop } from './get-top.ts';
import { showFeedSidebar } from './show-feed-sidebar.ts';
import { feedView, topView } from './views/feed-view.ts';

/** The front page of a signed-in viewer. */
export async function showFeed(
  app: App,
  viewer: Viewer,
  { before, state }: { before?: string | undefined; state?: FormState } = {},
): Promise<View> {
  const isFirst = before === undefined;
  const [feed, aside, own] = await Promise.all([
    getFeed(app, viewer, { before }),
    showFeedSidebar(app, viewer),
    isFirst ? getOwn(app, viewer) : undefined,
  ]);
  const newest = isFirst ? feed.items[0]?.id : undefined;
  const seen = feed.isFilled ? undefined : await recordVisit(app, viewer.id, newest, feed.visit);
  return feedView({
    feed,
    aside,
    viewer,
    base: app.config.plazaUrl,
    isFirst,
    state,
    seen,
    plans: own?.plans ?? [],
    steps: own?.steps ?? undefined,
  });
}

/** Loads the viewer's plans for the composer and their onboarding steps. */
const getOwn = (app: App, viewer: Viewer) =>
  app.db
    .selectNoFrom([
      jsonArrayFrom(planChoices(app, { accountId: viewer.id })).as('plans'),
      jsonObjectFrom(firstSteps(app, viewer.id)).as('steps'),
    ])
    .executeTakeFirstOrThrow();

/** The front page with the top feed. */
export async function showTop(
  app: App,
  viewer: Viewer,
  query: { ranking?: string | undefined; page?: number | undefined },
): Promise<View> {
  const [top, aside] = await Promise.all([getTop(app, viewer, query), showFeedSidebar(app, viewer)]);
  return topView({ top, aside, viewer, base: app.config.plazaUrl, page: query.page ?? 0 });
}
