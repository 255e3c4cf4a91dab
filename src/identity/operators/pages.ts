import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { missing, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { page } from '../../platform/http/endpoint.ts';
import { getOutboxMessage, listOutbox, type OutboxMessage, outboxPage } from '../../platform/mail/outbox.ts';
import { card, emptyState, table, relativeTime } from '../../web/components/surfaces.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { type Fragment, html, type View } from '../../web/html.ts';
import { operator, operatorPagesFound } from '../components/operator-frame.ts';
import { subjectLabel } from './audit-actions.ts';
import { listActions, listAudit } from './audit.ts';
import { auditEntries, type AuditFilter } from './components.ts';

const Search = Type.Object({ q: Type.Optional(Type.String({ maxLength: 100 })) });

/** Pages for unsent email, the audit log, and the search over operator pages. */
export const operatorPages = [
  page({
    method: 'GET',
    path: '/operator/search',
    access: 'operator',
    query: Search,
    handle: ({ query }) => operatorPagesFound(query.q ?? ''),
  }),
  page({
    method: 'GET',
    path: '/operator/outbox',
    access: 'operator',
    query: Type.Object({ before: Type.Optional(Id) }),
    handle: async ({ app, query }) => outboxView(await listOutbox(app, query.before)),
  }),
  page({
    method: 'GET',
    path: '/operator/outbox/:id',
    access: 'operator',
    params: ById,
    handle: async ({ app, params }) => {
      const message = await getOutboxMessage(app, params.id);
      if (!message) throw missing(msg('Message'));
      return messageView(message);
    },
  }),
  page({
    method: 'GET',
    path: '/operator/audit',
    access: 'operator',
    query: Type.Object({
      by: Type.Optional(Type.String({ maxLength: 64 })),
      action: Type.Optional(Type.String({ maxLength: 200 })),
      before: Type.Optional(Id),
    }),
    handle: async ({ app, query }) =>
      auditView({
        found: await listAudit(app, query),
        actions: await listActions(app),
        by: query.by,
        action: query.action,
      }),
  }),
];

const path = '/operator/audit';

/** The audit log: what operators did. */
const auditView = (filter: AuditFilter): View =>
  operator(
    t('Audit log'),
    path,
    auditEntries({
      ...filter,
      path,
      caption: t('Audit log'),
      detail: t('Detail'),
      about: subjectLink,
      empty: {
        title: t('No entries yet'),
        text: t('Actions of operators appear here and cannot be removed.'),
      },
    }),
  );

function subjectLink(subject: string): Fragment {
  const id = /^person (\d+)$/.exec(subject)?.[1];
  const label = subjectLabel(subject);
  return id === undefined ? label || '–' : html`<a class="link" href="/operator/people/${id}">${label}</a>`;
}

function outboxView(messages: OutboxMessage[]): View {
  const last = messages.length === outboxPage ? messages.at(-1) : undefined;
  return operator(
    t('Outbox'),
    '/operator/outbox',
    html`${table({
      caption: t('Unsent email'),
      rows: messages,
      columns: [
        {
          label: t('Subject'),
          main: true,
          cell: ({ id, subject }) => html`<a href="/operator/outbox/${id}">${subject}</a>`,
        },
        { label: t('To'), cell: ({ recipient }) => recipient },
        { label: t('When'), cell: ({ sentAt }) => relativeTime(sentAt) },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: t('The outbox is empty'),
        text: t('Without SMTP_URL, emails are stored here instead of being sent.'),
      }),
    })}
    ${olderNewer({ older: last !== undefined && `/operator/outbox?before=${last.id}` })}`,
  );
}

function messageView(message: OutboxMessage): View {
  return operator(
    message.subject,
    '/operator/outbox',
    card({
      title: message.subject,
      lead: t('To {recipient}', { recipient: message.recipient }),
      body: html`<p class="quiet">${relativeTime(message.sentAt)}</p>
        <pre class="message-text" tabindex="0">${message.text}</pre>`,
    }),
  );
}
