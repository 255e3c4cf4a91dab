import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { page } from '../../platform/http/endpoint.ts';
import { missing } from '../../kernel/problem.ts';
import { listOutbox, readOutboxMessage } from '../../platform/mail/outbox.ts';
import { messageView, outboxView } from './views/operator-views.ts';

/** What only the operator sees: mail that found no server, and the style guide. */
export const operatorPages = [
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
      const message = await readOutboxMessage(app, params.id);
      if (!message) throw missing('Message');
      return messageView(message);
    },
  }),
];
