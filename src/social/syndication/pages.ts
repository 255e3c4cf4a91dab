import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { pagesFor } from '../../platform/http/endpoint.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { feedKinds, getKind, getPageSource, getPersonSource, getTagSource } from './get-source.ts';
import type { Source } from './get-source.ts';
import { feedFormats, type FeedFormat } from '../components/feed-links.ts';

const anyone = pagesFor('anyone');
const format = Type.Enum([...feedFormats]);
const of = Type.String({ minLength: 1, maxLength: 300 });

async function send(app: App, self: string, format: FeedFormat, source: Source) {
  const { name } = await getSiteSettings(app);
  const feed = { ...source, self, title: `${source.title} · ${name}` };
  const { writeFeed } = await import('./write-feed.ts');
  return writeFeed(feed, format, app.config.plazaUrl);
}

const sources = { people: getPersonSource, pages: getPageSource, tags: getTagSource } as const;

/** Web feeds in three formats: of all posts, a kind, a person, a page or a hashtag. */
export const syndicationPages = [
  anyone.get({
    path: '/feeds/:kind/:format',
    cached: true,
    params: Type.Object({ kind: Type.Enum(feedKinds), format }),
    handle: async ({ app, params: { kind, format } }) =>
      send(app, `/feeds/${kind}/${format}`, format, await getKind(app, kind)),
  }),
  anyone.get({
    path: '/feeds/:kind/:of/:format',
    cached: true,
    params: Type.Object({ kind: Type.Enum(['people', 'pages', 'tags']), of, format }),
    handle: async ({ app, params: { kind, of, format } }) => {
      const self = `/feeds/${kind}/${encodeURIComponent(of)}/${format}`;
      return send(app, self, format, await sources[kind](app, of));
    },
  }),
];
