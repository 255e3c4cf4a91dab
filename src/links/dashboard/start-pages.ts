import { Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { hours, minutes } from '../../kernel/time.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { FormState } from '../../web/form.ts';
import { refused } from '../../web/refused.ts';
import type { View } from '../../web/view.ts';
import { hopLanding } from '../landing.ts';
import { addLink } from '../links/add-link.ts';
import { parseAppAddress } from '../record/fields/app-address.ts';
import { completeUrl } from '../typed-address.ts';

/** The landing page for visitors who are not signed in. */
export const showLanding = ({ hopUrl: base, REGISTRATION }: Config, state: FormState = {}): View =>
  hopLanding({ base, registrationOpen: REGISTRATION === 'open', state });

/** Cookie that stores the URL entered on the landing page during sign-up. */
const cookie = 'first_link';
/** Browsers reject larger cookies. */
const longestCookie = 3000;
const firstPath = '/dashboard/first';

/** The flow from the landing page through sign-up to the first link. */
export const startPages = [
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
        return redirect(form, { kind: 'error', text: error.message });
      }
    },
  }),
];
