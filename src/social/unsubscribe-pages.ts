import { Type } from 'typebox';
import type { App, Ruled } from '../platform/app.ts';
import { pagesFor } from '../platform/http/endpoint.ts';
import { linkButton } from '../web/components/controls.ts';
import { pageHeader } from '../web/components/surfaces.ts';
import { buttonForm } from '../web/form.ts';
import { html } from '../web/html.ts';
import { t } from '../web/translation/translate.ts';

interface Unsubscribing {
  path: string;
  /** Ends the mails of a token's receiver. */
  end: ((app: App, token: string) => Promise<void>) & Ruled;
  /** Throws if the token is not one of `end`. */
  check: (app: App, token: string) => unknown;
  /** What ends, as a sentence. */
  lead: () => string;
  /** Where to subscribe again. */
  link?: () => { label: string; href: string };
}

const anyone = pagesFor('anyone');
const Token = Type.Object({ token: Type.String({ maxLength: 200, default: '' }) });

/** The pages of the links: they ask for confirmation, because mail programs open links themselves. */
export const unsubscribePages = ({ path, end, check, lead, link }: Unsubscribing) => [
  anyone.get({
    path,
    query: Token,
    handle: ({ app, query: { token } }) => {
      check(app, token);
      return {
        title: t('Unsubscribe?'),
        shape: 'plain',
        body: html`${pageHeader({ title: t('Unsubscribe?'), lead: lead() })}
        ${buttonForm({
          to: `${path}?token=${encodeURIComponent(token)}`,
          label: t('Unsubscribe'),
          kind: 'primary',
        })}`,
      };
    },
  }),
  // Mail programs post here without asking (RFC 8058).
  anyone.post({
    path,
    verb: end,
    query: Token,
    body: Type.Object({}, { additionalProperties: true }),
    handle: async ({ app, query }) => {
      await end(app, query.token);
      return {
        title: t('Unsubscribed'),
        shape: 'plain',
        body: html`${pageHeader({ title: t('Unsubscribed'), lead: lead() })} ${link && linkButton(link())}`,
      };
    },
  }),
];
