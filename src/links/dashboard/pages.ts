import { completeUrl } from '../../kernel/text.ts';
import { type Static, Type } from 'typebox';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { Problem } from '../../kernel/problem.ts';
import { hours, minutes } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import type { Config } from '../../platform/settings/config.ts';
import { type FormState, refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { hopLanding, hopLandingText } from '../landing.ts';
import { addLink } from '../shorten/add-links.ts';
import { IdParams } from '../owned/api.ts';
import { parseAppAddress } from '../link/fields.ts';
import { getLink } from '../link/link.ts';
import { parseBound } from '../link/requests.ts';
import { testLink } from '../redirect/targeting/try-link.ts';
import { builderPages } from './builder-pages.ts';
import { bulkPages, linkPages } from './link-pages.ts';
import { listPages } from './list-pages.ts';
import { pastePages } from './paste-pages.ts';
import { palettePages } from './palette.ts';
import { targetingTestView } from './views/link-view.ts';
import { t } from '../../web/translation/translate.ts';

/** The landing page for visitors who are not signed in. */
const showLanding = ({ hopUrl: base, REGISTRATION }: Config, state: FormState = {}): View =>
  hopLanding({ base, registrationOpen: REGISTRATION === 'open', state });

/** Cookie that stores the URL entered on the landing page during sign-up. */
const cookie = 'first_link';
/** Browsers reject larger cookies. */
const longestCookie = 3000;
const firstPath = '/dashboard/first';

/** The flow from the landing page through sign-up to the first link. */
const startPages = [
  page({
    method: 'POST',
    path: '/',
    access: 'anyone',
    limit: { by: ['address'], calls: 30, within: minutes(5) },
    body: Type.Object({ url: Type.String({ maxLength: 10_000, default: '' }) }),
    handle: ({ app: { config }, viewer, client, body }) => {
      const url = parseAppAddress(completeUrl(body.url), config, 'url');
      const isShort = url.length <= longestCookie;
      if (isShort) client.setCookie(cookie, url, { maxAge: hours(1) / 1000 });
      const next = isShort ? firstPath : `/dashboard/links/new?url=${encodeURIComponent(url)}`;
      if (viewer) return redirect(next);
      const entry = config.REGISTRATION === 'open' ? '/signup' : '/signin';
      return redirect(`${entry}?next=${encodeURIComponent(next)}`);
    },
    again: ({ app, body }, problem) => showLanding(app.config, refused(body, problem)),
  }),
  page({
    method: 'GET',
    path: firstPath,
    verb: addLink,
    access: 'member',
    handle: async ({ app, viewer, client }) => {
      const url = client.cookies[cookie];
      if (url === undefined || url === '' || client.isPrefetch) return redirect('/dashboard');
      client.clearCookie(cookie);
      try {
        const link = await addLink(app, viewer, { url });
        return redirect(`/dashboard?created=${link.id}`);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const form = `/dashboard/links/new?url=${encodeURIComponent(url)}`;
        return redirect(form, { kind: 'error', text: t(error.text) });
      }
    },
  }),
];

const text = Type.Optional(Type.String({ maxLength: 200 }));
const checkbox = Type.Optional(Type.String({ maxLength: 10 }));

/** A hypothetical visitor, as a query string because testing has no side effects. */
const TryQuery = Type.Object({
  country: text,
  region: text,
  device: text,
  language: text,
  at: text,
  query: text,
  draw: text,
  previewer: checkbox,
  unlocked: checkbox,
});

const tryPages = [
  page({
    method: 'GET',
    path: '/dashboard/links/:id/try',
    access: 'member',
    params: IdParams,
    query: TryQuery,
    handle: ({ app, viewer, params, query }) => showTry(app, viewer, String(params.id), query),
  }),
];

async function showTry(app: App, viewer: Viewer, id: string, query: Static<typeof TryQuery>): Promise<View> {
  const link = await getLink(app, viewer, id);
  const state: FormState = { values: query };
  try {
    const explanation = await testLink(app, viewer, id, {
      country: query.country,
      region: query.region,
      device: query.device,
      language: query.language,
      at: query.at ? parseBound('at', query.at, 0) : undefined,
      query: query.query?.replace(/^\?/, ''),
      draw: query.draw === undefined ? undefined : Math.min(99, Math.max(0, Number(query.draw) || 0)),
      isPreviewer: query.previewer !== undefined,
      isUnlocked: query.unlocked !== undefined,
    });
    return targetingTestView({ hopUrl: app.config.hopUrl, link, state, explanation });
  } catch (error) {
    // Shows validation errors in the form. Other errors are rethrown.
    if (!(error instanceof Problem) || error.kind !== 'invalid') throw error;
    const errors = { [error.field ?? '']: t(error.text) };
    return {
      status: 422,
      ...targetingTestView({
        hopUrl: app.config.hopUrl,
        link,
        state: { ...state, errors },
        explanation: undefined,
      }),
    };
  }
}

/** The dashboard, and the landing page for visitors who are not signed in. */
export const dashboardPages = [
  page({
    method: 'GET',
    path: '/',
    access: 'anyone',
    handle: ({ app: { config }, viewer, client }) => {
      if (viewer) return redirect('/dashboard');
      const base = config.hopUrl;
      client.setHeader('vary', 'Accept');
      client.setHeader(
        'link',
        `<${base}/openapi.json>; rel="service-desc", <${base}/llms.txt>; rel="describedby"`,
      );
      if (prefersMarkdown(client.accept))
        return { type: 'text/markdown; charset=utf-8', body: hopLandingText(base) };
      return showLanding(config);
    },
  }),
  ...startPages,
  ...listPages,
  ...bulkPages,
  ...pastePages,
  ...builderPages,
  ...tryPages,
  ...linkPages,
  ...palettePages,
  page({
    method: 'GET',
    path: '/dashboard/settings',
    access: 'member',
    handle: () => redirect('/settings/credentials'),
  }),
];
