import { Type } from 'typebox';
import { settings } from '../../identity/components/settings-frame.ts';
import type { App } from '../../platform/app.ts';
import { operations, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import { linkButton } from '../../web/components/controls.ts';
import { card, pageHeader } from '../../web/components/surfaces.ts';
import { radioGroup } from '../../web/components/fields/choice-field.ts';
import { buttonForm, form } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import { t } from '../../web/translation/translate.ts';
import {
  chooseDigest,
  type Digest,
  type DigestPeriod,
  digestPeriods,
  endDigest,
  findDigest,
  getDigest,
  lineOf,
  parseDigestToken,
  sinceOf,
} from './digest.ts';
import { pathOf } from '../posts/paths.ts';

const member = pagesFor('member');
const anyone = pagesFor('anyone');
const here = '/settings/digest';
const Token = Type.Object({ token: Type.String({ maxLength: 200, default: '' }) });

export const digestPages = [
  member.get({
    path: here,
    handle: async ({ app, viewer }) => {
      const period = await findDigest(app, viewer);
      return digestView(app, period, await getDigest(app, viewer, sinceOf(app, period ?? 'weekly')));
    },
  }),
  member.post({
    path: here,
    verb: chooseDigest,
    body: Type.Object({ period: Type.Enum(['', ...digestPeriods], { default: '' }) }),
    handle: async ({ app, viewer, body }) => {
      await chooseDigest(app, viewer, digestPeriods.find((each) => each === body.period) ?? null);
      return redirect(here, { kind: 'success', text: t('Saved') });
    },
  }),
  anyone.get({
    path: '/digest/unsubscribe',
    query: Token,
    handle: ({ app, query }) => {
      parseDigestToken(app, query.token);
      return unsubscribeView(query.token);
    },
  }),
  // Mail programs post here without asking (RFC 8058).
  anyone.post({
    path: '/digest/unsubscribe',
    verb: endDigest,
    query: Token,
    body: Type.Object({}, { additionalProperties: true }),
    handle: async ({ app, query }) => {
      await endDigest(app, query.token);
      return unsubscribedView();
    },
  }),
];

const memberApi = operations('User and data', 'member');
const path = '/apis/php/user/digest';
const Period = Type.Enum(['', ...digestPeriods], { description: 'Empty for none' });
const Record = Type.Object({ period: Type.String() });

export const digestRoutes = [
  memberApi.get({
    path,
    summary: 'Get how often you get a digest by email',
    description: 'Extension.',
    returns: Envelope(Record),
    handle: async ({ app, viewer }) => ({ data: { period: (await findDigest(app, viewer)) ?? '' } }),
  }),
  memberApi.post({
    path,
    verb: chooseDigest,
    summary: 'Choose how often you get a digest by email',
    description: 'Extension. New posts of your feed. None is sent unless you choose so.',
    body: Type.Object({ period: Period }),
    returns: Envelope(Record),
    example: { period: 'weekly' },
    handle: async ({ app, viewer, body }) => {
      await chooseDigest(app, viewer, digestPeriods.find((each) => each === body.period) ?? null);
      return { data: { period: body.period } };
    },
  }),
];

const digestView = (app: Pick<App, 'config'>, period: DigestPeriod | null, digest: Digest): View =>
  settings(
    t('Email digest'),
    here,
    html`${card({
      title: t('Email digest'),
      lead: t('New posts of your home page by email. None is sent if there is nothing new.'),
      body: form({
        action: here,
        submit: t('Save'),
        body: radioGroup({
          name: 'period',
          label: t('How often'),
          value: period ?? '',
          choices: [
            { value: '', label: t('Never') },
            { value: 'daily', label: t('Daily') },
            { value: 'weekly', label: t('Weekly') },
          ],
        }),
      }),
    })}
    ${card({
      title: t('Preview'),
      body:
        digest.posts.length === 0
          ? html`<p>There is nothing new at the moment.</p>`
          : html`<ul class="question-titles">
              ${digest.posts.map(
                (post) =>
                  html`<li>
                    <a dir="auto" href="${app.config.plazaUrl}${pathOf(post)}">${lineOf(post)}</a>
                  </li>`,
              )}
            </ul>`,
    })}`,
  );

/** Asks for confirmation, because mail clients prefetch links. */
const unsubscribeView = (token: string): View => ({
  title: t('Unsubscribe?'),
  shape: 'plain',
  body: html`${pageHeader({ title: t('Unsubscribe?'), lead: t('You will no longer get the digest.') })}
  ${buttonForm({
    to: `/digest/unsubscribe?token=${encodeURIComponent(token)}`,
    label: t('Unsubscribe'),
    kind: 'primary',
  })}`,
});

const unsubscribedView = (): View => ({
  title: t('Unsubscribed'),
  shape: 'plain',
  body: html`${pageHeader({
    title: t('Unsubscribed'),
    lead: t('You will no longer get the digest. You can change this in your settings.'),
  })}
  ${linkButton({ label: t('Go to settings'), href: here })}`,
});
