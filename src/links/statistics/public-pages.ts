import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import type { View } from '../../platform/html/layout.ts';
import { page } from '../../platform/http/endpoint.ts';
import { RangeQuery } from './range.ts';
import { readPublicSubject } from './read-public-subject.ts';
import { readShownOfLink } from './read-shown.ts';
import { publicView } from './views/public-view.ts';

const Part = Type.String({ maxLength: 300 });

/** Statistics that an owner has made public: at the address of what is followed, and `/stats`. */
export const statisticsPublicPages = [
  page({
    method: 'GET',
    path: '/:alias/stats',
    access: 'anyone',
    params: Type.Object({ alias: Part }),
    query: RangeQuery,
    handle: ({ app, params, query }) => show(app, { host: '', alias: params.alias }, query),
  }),
  page({
    method: 'GET',
    path: '/:host/:alias/stats',
    access: 'anyone',
    params: Type.Object({ host: Part, alias: Part }),
    query: RangeQuery,
    // A QR code is at `qr/` and its code; whatever else stands before an alias is a branded domain.
    handle: ({ app, params: { host, alias }, query }) =>
      host === 'qr'
        ? show(app, { host: '', alias: `qr/${alias}` }, query)
        : show(app, { host, alias }, query),
  }),
];

async function show(app: App, place: { host: string; alias: string }, query: RangeQuery): Promise<View> {
  const subject = await readPublicSubject(app, place);
  return publicView(app.config.hopUrl, subject, await readShownOfLink(app, subject, query));
}
