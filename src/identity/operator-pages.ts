import { Type } from 'typebox';
import { page, redirect } from '../platform/http/endpoint.ts';
import { missing } from '../kernel/problem.ts';
import { stylePage } from '../platform/html/style-page.ts';
import { createApiClient, listApiClients, revokeApiClient } from './api-clients.ts';
import { note } from './audit.ts';
import { listOutbox, readOutboxMessage } from '../platform/mail/outbox.ts';
import { refused } from '../platform/html/refused.ts';
import { newClientView, apiClientsView, messageView, outboxView } from './views/operator-views.ts';

const Id = Type.Object({ id: Type.String({ pattern: '^\\d{1,18}$' }) });

/** What only the operator sees: keys of apps, mail that found no server, and the style guide. */
export const operatorPages = [
  page({
    method: 'GET',
    path: '/operator/apps',
    access: 'operator',
    handle: async ({ app }) => apiClientsView(await listApiClients(app), {}),
  }),
  page({
    method: 'POST',
    path: '/operator/apps',
    access: 'operator',
    body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }),
    handle: async ({ app, viewer, body }) => {
      const made = await createApiClient(app, body.name.trim(), viewer.id);
      await note(app, viewer.id, 'made an API key', body.name);
      return newClientView(body.name, made, app.config.plazaUrl);
    },
    again: async ({ app, body }, problem) =>
      apiClientsView(await listApiClients(app), refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: '/operator/apps/revoke',
    access: 'operator',
    body: Id,
    handle: async ({ app, viewer, body }) => {
      await revokeApiClient(app, body.id);
      await note(app, viewer.id, 'revoked an API key', body.id);
      return redirect('/operator/apps', { kind: 'success', text: 'The key no longer works' });
    },
  }),
  page({
    method: 'GET',
    path: '/operator/outbox',
    access: 'operator',
    query: Type.Object({ before: Type.Optional(Type.String({ pattern: '^\\d{1,18}$' })) }),
    handle: async ({ app, query }) => outboxView(await listOutbox(app, query.before)),
  }),
  page({
    method: 'GET',
    path: '/operator/outbox/:id',
    access: 'operator',
    params: Id,
    handle: async ({ app, params }) => {
      const message = await readOutboxMessage(app, params.id);
      if (!message) throw missing('Message');
      return messageView(message);
    },
  }),
  page({ method: 'GET', path: '/style', access: 'operator', handle: () => stylePage() }),
];
