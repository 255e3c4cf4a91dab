import { type TSchema, Type } from 'typebox';
import {
  addAccessKey,
  consumeShownKey,
  listAccessKeys,
  renewAccessKey,
  revokeAccessKey,
} from '../../identity/access-keys.ts';
import { getPlan } from '../../identity/plans.ts';
import { listWorkspaces } from '../../identity/team/members.ts';
import { ById, IdOrEmpty } from '../../kernel/input.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { parseDay as parseWrittenDay } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, may, type Viewer } from '../../platform/app.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { type Area, readOnly } from '../../platform/http/scopes.ts';
import { type FormState, refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { newestLink } from './builder-pages.ts';
import { apiView, newKeyView } from './views/keys-view.ts';

const path = '/dashboard/api';
const limit = { by: ['account'], calls: 60, within: 3_600_000 } as const;

/**
 * Pages for API keys and their usage. A key can be shown only once, so showing it is a POST: browsers and
 * Turbo prefetch pages that no one may ever see.
 * @param areas the scope areas, as defined in `scopes.ts`
 */
export const keyPages = (areas: readonly Area[]) => [
  page({
    method: 'GET',
    path,
    access: 'member',
    handle: ({ app, viewer }) => showApi(app, viewer),
  }),
  page({
    method: 'GET',
    path: `${path}/keys/new`,
    access: 'member',
    handle: ({ app, viewer }) => showNewKey(app, viewer, areas, { values: { reach: 'all' } }),
  }),
  // The page that shows a new key has this URL, so reloading it must work.
  page({
    method: 'GET',
    path: `${path}/keys`,
    access: 'member',
    handle: () => redirect(path),
  }),
  page({
    method: 'POST',
    path: `${path}/keys`,
    verb: addAccessKey,
    access: 'member',
    limit,
    body: Type.Object({
      name: Type.String({ maxLength: 1000 }),
      reach: Type.Enum(['all', 'read', 'chosen']),
      expires: Type.Optional(Type.String({ maxLength: 40 })),
      workspace: Type.Optional(IdOrEmpty),
      ...Object.fromEntries(
        areas.map(({ name }): [string, TSchema] => [
          `may-${name}`,
          Type.Optional(Type.Enum(['', 'read', 'write'])),
        ]),
      ),
    }),
    handle: async ({ app, viewer, body }) => {
      const scopes = parseReach(areas, body);
      const id = await addAccessKey(app, viewer.id, {
        name: body.name,
        scopes,
        expiresAt: parseDay(body.expires ?? ''),
        workspaceId: body.workspace === '' ? undefined : body.workspace,
      });
      const key = await consumeShownKey(app, viewer.id, id);
      return showApi(app, viewer, key === undefined ? undefined : { id, key });
    },
    again: ({ app, viewer, body }, problem) => showNewKey(app, viewer, areas, refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: `${path}/keys/:id/show`,
    access: 'member',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const key = await consumeShownKey(app, viewer.id, params.id);
      return key === undefined ? redirect(path) : showApi(app, viewer, { id: params.id, key });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/keys/:id/renew`,
    verb: renewAccessKey,
    access: 'member',
    limit,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const id = await renewAccessKey(app, viewer.id, params.id);
      const key = await consumeShownKey(app, viewer.id, id);
      return showApi(app, viewer, key === undefined ? undefined : { id, key });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/keys/:id/revoke`,
    verb: revokeAccessKey,
    access: 'member',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await revokeAccessKey(app, viewer.id, params.id);
      return redirect(path, { kind: 'success', text: t('API key revoked.') });
    },
  }),
];

const showNewKey = async (
  app: App,
  viewer: Viewer,
  areas: readonly Area[],
  state: FormState,
): Promise<View> =>
  newKeyView(
    areas.filter(({ name }) => name !== 'users' || may(viewer, 'operate')),
    await listWorkspaces(app, viewer.id),
    state,
  );

function parseReach(areas: readonly Area[], body: Record<string, unknown>): string[] | undefined {
  if (body.reach === 'all') return undefined;
  if (body.reach === 'read') return [readOnly];
  return areas.flatMap(({ name }) => {
    const access = body[`may-${name}`];
    return access === 'read' || access === 'write' ? [`${name}:${access}`] : [];
  });
}

/** Returns the end of a day in UTC, or undefined if no day is given. */
function parseDay(text: string): Date | undefined {
  if (text.trim() === '') return undefined;
  const day = parseWrittenDay(text.trim());
  if (!day) throw invalid('expires', msg('Enter the date as YYYY-MM-DD'));
  return new Date(day.getTime() + 86_400_000);
}

async function showApi(app: App, viewer: Viewer, shown?: { id: string; key: string }): Promise<View> {
  const { config, clock } = app;
  return apiView({
    config,
    now: clock.now(),
    keys: await listAccessKeys(app, viewer.id),
    shown,
    plan: await getPlan(app, viewer.id),
    newest: await newestLink(app, viewer),
  });
}
