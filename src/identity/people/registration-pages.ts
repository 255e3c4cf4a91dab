import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { t } from '../../web/translation/translate.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { button } from '../../web/components/controls.ts';
import { emptyState, badge, type Column, table, relativeTime } from '../../web/components/surfaces.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { html, type View } from '../../web/html.ts';
import { operator } from '../components/operator-frame.ts';
import { approveRequests, declineRequests, listRequests, type RegistrationRequest } from './registrations.ts';

const pages = pagesFor('operator');
const path = '/operator/registrations';
const Chosen = Type.Object({ id: Type.Union([Id, Type.Array(Id, { maxItems: 100 })]) });
const listOf = (id: string | string[]) => (typeof id === 'string' ? [id] : id);

/** Where operators decide who may join. */
export const registrationPages = [
  pages.get({
    path,
    query: Type.Object({ before: Type.Optional(Id) }),
    handle: async ({ app, query }) => requestsView(await listRequests(app, query.before), app.clock.now()),
  }),
  pages.post({
    path: `${path}/approve`,
    verb: approveRequests,
    body: Chosen,
    handle: async ({ app, viewer, body }) => {
      const count = await approveRequests(app, viewer, listOf(body.id));
      return redirect(path, {
        kind: 'success',
        text: t('{count, plural, one {# registration approved} other {# registrations approved}}', { count }),
      });
    },
  }),
  pages.post({
    path: `${path}/decline`,
    verb: declineRequests,
    body: Chosen,
    handle: async ({ app, viewer, body }) => {
      const count = await declineRequests(app, viewer, listOf(body.id));
      return redirect(path, {
        kind: 'success',
        text: t('{count, plural, one {# registration declined} other {# registrations declined}}', { count }),
      });
    },
  }),
];

const requestsView = ({ items, next }: Awaited<ReturnType<typeof listRequests>>, now: Date): View =>
  operator(
    t('Registrations'),
    path,
    items.length === 0
      ? emptyState({
          illustration: 'people',
          title: t('Nobody is waiting'),
          text: t('People who ask to join appear here if registrations are approved.'),
        })
      : html`<form class="form" method="post" action="${path}/approve">
            ${table({ caption: t('People who asked to join'), columns: columnsOf(now), rows: items })}
            <div class="button-row">
              ${button({ label: t('Approve selected'), kind: 'primary' })}
              ${button({ label: t('Decline selected'), kind: 'danger', action: `${path}/decline` })}
            </div>
          </form>
          ${olderNewer({ older: next !== undefined && `${path}?before=${next}` })}`,
  );

const columnsOf = (now: Date): Column<RegistrationRequest>[] => [
  {
    label: t('Select'),
    hideLabel: true,
    cell: ({ accountId, name }) =>
      html`<input
        class="checkbox"
        type="checkbox"
        name="id"
        value="${accountId}"
        aria-label="${t('Select {name}', { name })}"
      />`,
  },
  {
    label: t('Name'),
    main: true,
    cell: ({ accountId, name, username }) =>
      html`<a href="/operator/people/${accountId}" dir="auto">${name}</a> <small>@${username}</small>`,
  },
  {
    label: t('Email'),
    cell: ({ email, confirmedAt }) => html`${email} ${confirmedAt && badge(t('Confirmed'), 'success')}`,
  },
  { label: t('Answer'), cell: ({ answer }) => html`<span dir="auto">${answer}</span>` },
  { label: t('Asked'), cell: ({ createdAt }) => relativeTime(createdAt, now) },
];
