import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { t } from '../../web/translation/translate.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/form.ts';
import {
  addApiClient,
  getApiClient,
  listApiClients,
  revokeApiClient,
  updateApiClient,
} from './api-clients.ts';
import { parseClientAccess } from './client-access.ts';
import { apiClientsView, apiClientView, newClientView } from './views.ts';

const List = Type.Optional(Type.String({ maxLength: 10_000 }));
const Access = { origins: List, app_ids: List, forwards_addresses: Type.Optional(Type.String()) };

/** Operator pages for API keys of apps that call `/apis/php`. */
export const apiClientPages = [
  page({
    method: 'GET',
    path: '/operator/apps',
    access: 'operator',
    handle: async ({ app }) => apiClientsView(await listApiClients(app), {}),
  }),
  page({
    method: 'POST',
    path: '/operator/apps',
    verb: addApiClient,
    access: 'operator',
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100 }),
      kind: Type.Enum(['confidential', 'public'], { default: 'confidential' }),
      ...Access,
    }),
    handle: async ({ app, viewer, body }) => {
      const { kind, ...given } = body;
      const name = body.name.trim();
      const access = parseClientAccess(kind, given);
      const created = await addApiClient(app, viewer, kind, { name, access });
      return newClientView(name, created, access, app.config.plazaUrl);
    },
    again: async ({ app, body }, problem) =>
      apiClientsView(await listApiClients(app), refused(body, problem)),
  }),
  page({
    method: 'GET',
    path: '/operator/apps/:id',
    access: 'operator',
    params: ById,
    handle: async ({ app, params }) => apiClientView(await getApiClient(app, params.id)),
  }),
  page({
    method: 'POST',
    path: '/operator/apps/:id',
    verb: updateApiClient,
    access: 'operator',
    params: ById,
    body: Type.Object(Access),
    handle: async ({ app, viewer, params, body }) => {
      await updateApiClient(app, viewer, params.id, body);
      return redirect('/operator/apps', { kind: 'success', text: t('App updated') });
    },
    again: async ({ app, params, body }, problem) =>
      apiClientView(await getApiClient(app, params.id), refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: '/operator/apps/revoke',
    verb: revokeApiClient,
    access: 'operator',
    body: ById,
    handle: async ({ app, viewer, body }) => {
      await revokeApiClient(app, viewer, body.id);
      return redirect('/operator/apps', { kind: 'success', text: t('Key revoked') });
    },
  }),
];
