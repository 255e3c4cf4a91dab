import { Type } from 'typebox';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Listing, listing, Paging, perPageOf } from '../../platform/http/families/links.ts';
import { listOverlays } from './list-overlays.ts';
import { OverlayRecord, toOverlayRecord } from './wire.ts';

export const overlayRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/overlay',
    summary: 'List your overlays',
    description: 'The newest first. `overlay-` and the id of one is the `type` of a link that shows it.',
    tag: 'Overlays',
    access: 'member',
    query: Type.Object(Paging),
    returns: Listing('cta', OverlayRecord),
    handle: async ({ app, viewer, query: { page = 1, limit } }) => {
      const perPage = perPageOf(limit);
      const { overlays, total } = await listOverlays(app, viewer, { page, perPage });
      return listing('cta', overlays.map(toOverlayRecord), { page, perPage, total });
    },
  }),
];
