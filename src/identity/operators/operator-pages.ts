import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { page } from '../../platform/http/endpoint.ts';
import { missing } from '../../kernel/problem.ts';
import { listOutbox, getOutboxMessage } from '../../platform/mail/outbox.ts';
import { operatorPagesFound } from '../components/operator-frame.ts';
import { listActions, listAudit } from './audit.ts';
import { auditView } from './views/audit-view.ts';
import { messageView, outboxView } from './views/operator-views.ts';

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
      if (!message) throw missing(t('Message'));
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
