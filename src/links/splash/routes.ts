import { Type } from 'typebox';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Listing, listing, Paging, perPageOf } from '../../platform/http/families/links.ts';
import { listSplashPages } from './list-splash-pages.ts';
import { SplashRecord, toSplashRecord } from './wire.ts';

export const splashRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/splash',
    summary: 'List your splash pages',
    description: 'The newest first. The id of one is the `type` of a link that leads over it.',
    tag: 'Splash pages',
    access: 'member',
    query: Type.Object(Paging),
    returns: Listing('splash', SplashRecord),
    handle: async ({ app, viewer, query: { page = 1, limit } }) => {
      const perPage = perPageOf(limit);
      const { splashPages, total } = await listSplashPages(app, viewer, { page, perPage });
      return listing('splash', splashPages.map(toSplashRecord), { page, perPage, total });
    },
  }),
];
