import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { View } from '../../web/view.ts';
import { page } from '../../platform/http/endpoint.ts';
import { PublicQuery } from './requests/page-shapes.ts';
import { getPublicSubject } from './get-public-subject.ts';
import { getShownOfLink } from './get-shown.ts';
import { publicView } from './views/public-view.ts';

const Part = Type.String({ maxLength: 300 });

/** Public statistics, at the address of a link followed by `/stats`. */
export const statisticsPublicPages = [
  page({
    method: 'GET',
    path: '/:alias/stats',
    access: 'anyone',
    params: Type.Object({ alias: Part }),
    query: PublicQuery,
    handle: ({ app, params, query }) => show(app, { host: '', alias: params.alias }, query),
  }),
  page({
    method: 'GET',
    path: '/:host/:alias/stats',
    access: 'anyone',
    params: Type.Object({ host: Part, alias: Part }),
    query: PublicQuery,
    // The path of a QR code is `qr/` and its code. Any other prefix of an alias is a branded domain.
    handle: ({ app, params: { host, alias }, query }) =>
      host === 'qr'
        ? show(app, { host: '', alias: `qr/${alias}` }, query)
        : show(app, { host, alias }, query),
  }),
];

/** Filters that are not allowed because the public page does not show these dimensions. */
const notPublic = ['region', 'city', 'variant', 'link', 'tag', 'campaign', 'channel'] as const;

async function show(
  app: App,
  place: { host: string; alias: string },
  query: Static<typeof PublicQuery>,
): Promise<View> {
  const surplus = notPublic.find((name) => query[name] !== undefined);
  if (surplus) throw invalid(surplus, t('{surplus} is not part of public statistics', { surplus }));
  const subject = await getPublicSubject(app, place);
  return publicView(app.config.hopUrl, subject, await getShownOfLink(app, subject, query));
}
