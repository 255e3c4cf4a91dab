import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { html } from '../../web/html.ts';
import { plazaLanding, plazaLandingText } from '../landing.ts';
import { pagesFor } from '../../platform/http/endpoint.ts';
import { t } from '../../kernel/translation/translate.ts';
import type { Config } from '../../platform/settings/config.ts';
import { getFront } from './get-front.ts';
import { getDiscover } from './get-discover.ts';
import { countNewer } from './count-newer.ts';
import { showFeedSidebar } from './show-feed-sidebar.ts';
import { showFeed, showTop } from './show-feed.ts';
import { newPostsNotice } from './views/new-posts-notice.ts';
import { discoverView } from './views/feed-view.ts';

/** Prices per call for programs. */
const pricesOf = (config: Config): [string, string][] =>
  config.X402_CONTENT
    ? [
        [t('a call for public content'), t('from {price} USDC', { price: config.X402_PRICE })],
        [t('what is trending'), t('{price} USDC', { price: config.X402_PRICE_TRENDING })],
        [t('a website audit'), t('{price} USDC', { price: config.X402_PRICE_AUDIT })],
      ]
    : [];

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
        return { type: 'text/markdown; charset=utf-8', body: plazaLandingText(app.config.plazaUrl) };
      return plazaLanding({
        registrationOpen: app.config.REGISTRATION === 'open',
        base: app.config.plazaUrl,
        front: await getFront(app),
        now: app.clock.now(),
        prices: pricesOf(app.config),
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
