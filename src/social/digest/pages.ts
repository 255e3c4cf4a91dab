import { Type } from 'typebox';
import { settings } from '../../identity/components/settings-frame.ts';
import type { App } from '../../platform/app.ts';
import { operations, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import { card } from '../../web/components/surfaces.ts';
import { radioGroup } from '../../web/components/fields/choice-field.ts';
import { form } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import { t } from '../../web/translation/translate.ts';
import {
  chooseDigest,
  digestPeriods,
  endDigest,
  findDigest,
  getDigest,
  lineOf,
  parseDigestToken,
  sinceOf,
} from './digest.ts';
import type { Digest, DigestPeriod } from './digest.ts';
import { pathOf } from '../posts/paths.ts';
import { unsubscribePages } from '../unsubscribe-pages.ts';

const member = pagesFor('member');
const here = '/settings/digest';

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
  ...unsubscribePages({
    path: '/digest/unsubscribe',
    end: endDigest,
    check: parseDigestToken,
    lead: () => t('You will no longer get the digest.'),
    link: () => ({ label: t('Go to settings'), href: here }),
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
