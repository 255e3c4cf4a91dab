import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { compileOnce } from '../../platform/database/queries.ts';
import { pagesFor } from '../../platform/http/endpoint.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { plazaLanding, plazaLandingText } from '../landing.ts';
import { showSuggestedPeople } from '../people/components.ts';
import { renderedLight } from '../text/rendered.ts';
import { showTrendingBox } from '../trending/components.ts';
import { countNewer, getDiscover, getFeed, getTop, recordVisit } from './feed.ts';
import { firstSteps, getFront } from './front.ts';
import { discoverView, feedView, newPostsNotice, topView } from './views.ts';

const member = pagesFor('member');
const anyone = pagesFor('anyone');
const Before = Type.Object({ before: Type.Optional(Id) });
/** Query of the top feed: its ranking and the page within it. */
const Ranked = {
  ranking: Type.Optional(Id),
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 50 })),
};

export const feedPages = [
  anyone.get({
    path: '/',
    cached: true,
    query: Type.Object({
      ...Before.properties,
      ...Ranked,
      sort: Type.Optional(Type.Enum(['newest', 'top'])),
    }),
    handle: async ({ app, viewer, client, query }) => {
      if (viewer) return query.sort === 'top' ? showTop(app, viewer, query) : showFeed(app, viewer, query);
      client.setHeader('vary', 'Accept');
      if (prefersMarkdown(client.accept))
        return {
          type: 'text/markdown; charset=utf-8',
          body: plazaLandingText(app.config.plazaUrl, await getSiteSettings(app)),
        };
      const [site, front] = await Promise.all([getSiteSettings(app), getFront(app)]);
      return plazaLanding({
        registrationOpen: ['open', 'approval'].includes(site.registration),
        base: app.config.plazaUrl,
        site,
        welcome: site.welcome !== '' && renderedLight(site.welcome, new Map()),
        front,
        now: app.clock.now(),
      });
    },
  }),
  member.get({
    path: '/feed/news',
    query: Type.Object({
      after: Type.Optional(Id),
      seen: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    handle: async ({ app, viewer, query: { after = '0', seen } }) => {
      const count = await countNewer(app, viewer, after);
      return seen === String(count) ? html`` : newPostsNotice(after, count);
    },
  }),
  anyone.get({
    path: '/discover',
    cached: true,
    query: Before,
    handle: async ({ app, viewer, query }) => {
      const [posts, aside] = await Promise.all([
        getDiscover(app, viewer, query),
        showFeedSidebar(app, viewer),
      ]);
      return discoverView(posts, {
        aside,
        viewer,
        base: app.config.plazaUrl,
        isFirst: query.before === undefined,
      });
    },
  }),
];

/** The front page of a signed-in viewer. */
async function showFeed(
  app: App,
  viewer: Viewer,
  { before }: { before?: string | undefined } = {},
): Promise<View> {
  const isFirst = before === undefined;
  const [feed, aside, steps] = await Promise.all([
    getFeed(app, viewer, { before }),
    showFeedSidebar(app, viewer),
    isFirst ? selectSteps(app.db, { me: viewer.id }, undefined) : [],
  ]);
  const newest = isFirst ? feed.items[0]?.id : undefined;
  const seen = feed.isFilled ? undefined : await recordVisit(app, viewer.id, newest, feed.visit);
  return feedView({
    feed,
    aside,
    viewer,
    base: app.config.plazaUrl,
    isFirst,
    seen,
    steps: steps[0],
  });
}

const selectSteps = compileOnce((db, { me }: { me: string }) => firstSteps({ db }, me));

/** The front page with the top feed. */
async function showTop(
  app: App,
  viewer: Viewer,
  query: { ranking?: string | undefined; page?: number | undefined },
): Promise<View> {
  const [top, aside] = await Promise.all([getTop(app, viewer, query), showFeedSidebar(app, viewer)]);
  return topView({ top, aside, viewer, base: app.config.plazaUrl, page: query.page ?? 0 });
}

/** The sidebar of a feed. */
async function showFeedSidebar(app: App, viewer: Viewer | undefined): Promise<Html> {
  const [trending, people] = await Promise.all([
    showTrendingBox(app, viewer),
    showSuggestedPeople(app, viewer),
  ]);
  return feedSidebar(trending, people);
}

/** Sidebar with trending topics and suggested people. */
const feedSidebar = (trending: Html | false, people: Html): Html => html`${trending} ${people}`;
