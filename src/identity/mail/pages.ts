import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { listWaitingDomains, type WaitingDomain } from '../../platform/mail/domains.ts';
import { listSuppressions, type Suppression, suppressionsOnPage } from '../../platform/mail/suppressions.ts';
import { badge, card, emptyState, table, relativeTime } from '../../web/components/surfaces.ts';
import { searchRow } from '../../web/components/fields/search-row.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { buttonForm } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { t } from '../../web/translation/translate.ts';
import { operator } from '../components/operator-frame.ts';
import { searchHref } from '../components/operator-search.ts';
import { removeSuppression, retryOwnAddress } from './suppressions.ts';

const here = '/operator/suppressions';

interface Search {
  q?: string | undefined;
  before?: string | undefined;
}

/** The suppression list for operators. */
export const suppressionPages = [
  page({
    method: 'GET',
    path: here,
    access: 'operator',
    query: Type.Object({
      q: Type.Optional(Type.String({ maxLength: 254 })),
      before: Type.Optional(Id),
    }),
    handle: async ({ app, query }) =>
      suppressionsView(await listSuppressions(app, query), await listWaitingDomains(app), query),
  }),
  page({
    method: 'POST',
    path: `${here}/remove`,
    verb: removeSuppression,
    access: 'operator',
    body: Type.Object({ email: Type.String({ maxLength: 320 }) }),
    handle: async ({ app, viewer, body }) => {
      await removeSuppression(app, viewer, body.email);
      return redirect(here, { kind: 'success', text: t('Emails are sent to this address again') });
    },
  }),
];

/** Where members end the entry of their own address. */
export const ownSuppressionPages = [
  page({
    method: 'POST',
    path: '/settings/email/retry',
    verb: retryOwnAddress,
    access: 'member',
    handle: async ({ app, viewer }) => {
      await retryOwnAddress(app, viewer);
      return redirect('/settings/credentials', {
        kind: 'success',
        text: t('Emails are sent to your address again'),
      });
    },
  }),
];

function suppressionsView(found: readonly Suppression[], waiting: WaitingDomain[], search: Search): View {
  const entries = found.slice(0, suppressionsOnPage);
  const last = found.length > suppressionsOnPage ? entries.at(-1) : undefined;
  return operator(
    t('Suppressed addresses'),
    here,
    html`<p>${t('They get no email, because it came back or was reported as spam.')}</p>
      ${waiting.length > 0 && waitingCard(waiting)}
      ${searchRow({ action: here, label: t('Address or domain'), q: search.q, maxlength: 254 })}
      ${table({
        caption: t('Suppressed addresses'),
        rows: entries,
        columns: [
          {
            label: t('Email'),
            main: true,
            cell: ({ email }) =>
              html`<bdi>${email.replace(/@.*/, '')}<wbr />${email.replace(/^[^@]*/, '')}</bdi>`,
          },
          { label: t('Reason'), cell: reasonOf },
          { label: t('Mail server'), cell: ({ detail }) => html`<bdi>${detail || '–'}</bdi>` },
          { label: t('When'), cell: ({ at }) => relativeTime(at) },
          { label: t('Remove'), hideLabel: true, align: 'end', cell: removeButton },
        ],
        empty: emptyState({
          illustration: search.q ? 'search' : 'quiet',
          title: search.q ? t('No addresses found') : t('No suppressed addresses'),
          text: search.q
            ? t('Try the beginning of the address or of its domain.')
            : t('Addresses that do not exist, and those of people who report email as spam, appear here.'),
        }),
      })}
      ${olderNewer({ older: last !== undefined && searchHref(here, { ...search, before: last.id }) })}`,
  );
}

const reasonOf = ({ reason }: Suppression): Html =>
  reason === 'bounce' ? badge(t('Bounced'), 'danger') : badge(t('Complaint'), 'warning');

const removeButton = ({ email }: Suppression): Html =>
  buttonForm({
    to: `${here}/remove`,
    label: t('Remove'),
    icon: 'x',
    small: true,
    fields: { email },
    confirm: t('Send emails to {email} again?', { email }),
    confirmKind: 'primary',
  });

const waitingCard = (waiting: WaitingDomain[]): Html =>
  card({
    title: t('Waiting domains'),
    lead: t('Their mail servers asked to come back later. Emails to other domains go on.'),
    flush: true,
    body: table({
      caption: t('Waiting domains'),
      rows: waiting,
      columns: [
        { label: t('Domain'), main: true, cell: ({ domain }) => html`<bdi>${domain}</bdi>` },
        { label: t('Next try'), cell: ({ retryAt }) => relativeTime(retryAt) },
        { label: t('Times deferred'), align: 'end', cell: ({ deferrals }) => String(deferrals) },
        { label: t('Mail server'), cell: ({ detail }) => html`<bdi>${detail || '–'}</bdi>` },
      ],
    }),
  });
