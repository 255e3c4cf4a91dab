import { msg, missing } from '../../kernel/problem.ts';
import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import type { Client } from '../../platform/http/caller.ts';
import { page, Redirect } from '../../platform/http/endpoint.ts';
import { addOverlayAnswer } from '../overlays/answers.ts';
import { ownedOverlays } from '../overlays/overlays.ts';
import { referrerPolicy } from '../forward.ts';
import type { FollowedLink } from '../redirect/followed.ts';
import { rememberConsent } from './consent.ts';
import {
  showFrame,
  type ShownInterstitial,
  showOverlay,
  showPixels,
  showSplash,
  unsealPage,
} from './show-pages.ts';
import { redirectView } from './views.ts';

const sealed = Type.String({ minLength: 1, maxLength: 60_000 });
const field = Type.Optional(Type.String({ maxLength: 10_000 }));

/** Handles forms on interstitial pages, also on branded domains. */
export const interstitialPages = [
  page({
    method: 'POST',
    path: '/pixels/consent',
    access: 'anyone',
    anyOrigin: true,
    body: Type.Object({ page: sealed, choice: Type.Enum(['yes', 'no']) }),
    handle: async ({ app, client, body }) => {
      const shown = unsealPage(app, body.page);
      rememberConsent(client, shown.followed.ownerId, body.choice);
      return asForm(client, shown.followed, await showAgain(app, shown, client, body.choice));
    },
  }),
  page({
    method: 'POST',
    path: '/overlay/answer',
    verb: addOverlayAnswer,
    access: 'anyone',
    anyOrigin: true,
    body: Type.Object({
      page: sealed,
      name: field,
      email: field,
      message: field,
      choice: field,
      consent: field,
    }),
    handle: async ({ app, client, body: { page: text, ...input } }) => {
      const { followed, page } = unsealPage(app, text);
      const { ownerId, linkId, overlayId } = followed;
      const overlay = overlayId === null ? undefined : await ownedOverlays.find(app, ownerId, overlayId);
      if (!overlay) throw missing(msg('Overlay'));
      await addOverlayAnswer(app, overlay, { ownerId, linkId, page, address: client.address }, input);
      return asForm(client, followed, await showOverlay(app, followed, client, { isSent: true }));
    },
    again: async ({ app, client, body }, problem) => {
      const { followed } = unsealPage(app, String(body.page));
      const state = refused({ name: '', email: '', message: '', choice: '', consent: '', ...body }, problem);
      return asForm(client, followed, await showOverlay(app, followed, client, { form: state }));
    },
  }),
];

function showAgain(
  app: App,
  { kind, followed }: ShownInterstitial,
  client: Client,
  said: 'yes' | 'no',
): Promise<View | Redirect> {
  if (kind === 'overlay') return showOverlay(app, followed, client, { said });
  const show = { frame: showFrame, splash: showSplash, pixels: showPixels }[kind];
  return show(app, followed, client, said);
}

/**
 * A form response must not redirect to another site, because the content security policy would have to allow
 * any form target.
 */
function asForm(client: Client, followed: FollowedLink, shown: View | Redirect): View {
  client.setHeader('referrer-policy', referrerPolicy(followed));
  return shown instanceof Redirect ? redirectView(shown.to) : shown;
}
