import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { button } from '../../web/components/controls.ts';
import { selectField } from '../../web/components/fields/choice-field.ts';
import { textArea } from '../../web/components/fields/text-field.ts';
import {
  emptyState,
  relativeTime,
  badge,
  unfold,
  type Column,
  table,
} from '../../web/components/surfaces.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { bind, form, type FormState, refused } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { operator } from '../components/operator-frame.ts';
import { type AssignedTo, assignedTo, longestHandoverNote } from '../operators/handover.ts';
import { listOperators } from '../operators/operators.ts';
import {
  approveRequests,
  assignRequest,
  declineRequests,
  listRegistrationRequests,
  type RegistrationRequest,
} from './registrations.ts';

const pages = pagesFor('operator');
const path = '/operator/registrations';
const Chosen = Type.Object({ id: Type.Union([Id, Type.Array(Id, { maxItems: 100 })]) });
const listOf = (id: string | string[]) => (typeof id === 'string' ? [id] : id);

/** Where operators decide who may join. */
export const registrationPages = [
  pages.get({
    path,
    query: Type.Object({
      before: Type.Optional(Id),
      assigned: Type.Optional(Type.Enum(['', ...assignedTo])),
    }),
    handle: ({ app, viewer, query }) => show(app, viewer, query),
  }),
  pages.post({
    path: `${path}/assign`,
    verb: assignRequest,
    body: Type.Object({
      request: Id,
      to: Type.String({ maxLength: 100, default: '' }),
      note: Type.String({ maxLength: 20_000, default: '' }),
    }),
    handle: async ({ app, viewer, body: { request, ...given } }) => {
      await assignRequest(app, viewer, request, given);
      const text = given.to === '' ? t('Unassigned') : t('Assigned to @{username}', { username: given.to });
      return redirect(path, { kind: 'success', text });
    },
    again: ({ app, viewer, body }, problem) => show(app, viewer, {}, refused(body, problem)),
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

async function show(
  app: App,
  viewer: Viewer,
  { before, assigned }: { before?: string | undefined; assigned?: '' | AssignedTo | undefined },
  state: FormState = {},
): Promise<View> {
  const wanted = assigned ? { to: assigned, operator: viewer } : undefined;
  return requestsView({
    ...(await listRegistrationRequests(app, { before, assigned: wanted })),
    ...{ now: app.clock.now(), assigned: assigned ?? '', state },
    operators: (await listOperators(app)).map(({ username }) => username),
  });
}

interface RequestsPage extends Awaited<ReturnType<typeof listRegistrationRequests>> {
  now: Date;
  assigned: string;
  /** The usernames of those who can have a request. */
  operators: readonly string[];
  state: FormState;
}

const filters = (current: string): Html =>
  tabs(
    t('Filter'),
    [
      ['', t('Everybody’s')],
      ['mine', t('Mine')],
      ['nobody', t('Unassigned')],
    ].map(([value = '', label = '']) => ({
      label,
      href: value === '' ? path : `${path}?assigned=${value}`,
      current: value === current,
    })),
  );

/** Gives a request to an operator. Below the table, because forms cannot be inside of another. */
const assignForms = ({ items, operators, state }: RequestsPage): Html =>
  unfold({
    label: t('Assign'),
    isOpen: state.values !== undefined,
    body: form({
      action: `${path}/assign`,
      submit: t('Assign'),
      submitKind: 'quiet',
      state,
      body: html`${selectField({
        ...bind(state)('request'),
        label: t('Registration'),
        choices: items.map(({ accountId, username }) => ({ value: accountId, label: `@${username}` })),
      })}
      ${selectField({
        ...bind(state)('to'),
        label: t('Assign to'),
        empty: t('Nobody'),
        choices: operators.map((username) => ({ value: username, label: `@${username}` })),
      })}
      ${textArea({
        ...bind(state)('note'),
        label: t('Note'),
        hint: t('Only operators see it.'),
        maxlength: longestHandoverNote,
        required: false,
        rows: 2,
      })}`,
    }),
  });

const requestsView = (page: RequestsPage): View => {
  const { items, next, now, assigned } = page;
  return operator(
    t('Registrations'),
    path,
    html`${(items.length > 0 || assigned !== '') && filters(assigned)}${
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
            ${assignForms(page)}
            ${olderNewer({
              older: next !== undefined && `${path}?before=${next}${assigned && `&assigned=${assigned}`}`,
            })}`
    }`,
  );
};

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
  {
    label: t('Assigned'),
    cell: ({ assignee, assignedBy, note }) =>
      html`${assignee && html`@${assignee.username}`}
      ${note !== '' && html`<small dir="auto">${assignedBy && `@${assignedBy}: `}${note}</small>`}`,
  },
  { label: t('Asked'), cell: ({ createdAt }) => relativeTime(createdAt, now) },
];
