import { formatNumber } from '../../../kernel/translation/formats.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { Id } from '../../../kernel/input.ts';
import type { App } from '../../../platform/app.ts';
import { refused } from '../../../web/refused.ts';
import type { FormState } from '../../../web/form.ts';
import type { View } from '../../../web/view.ts';
import { page, redirect } from '../../../platform/http/endpoint.ts';
import { addEntries, listEntries, removeEntry } from './change-entries.ts';
import { getSettings } from './get-settings.ts';
import { setRule } from './set-rule.ts';
import { lists, listsView, type List } from '../views/lists-view.ts';
import { rulesView } from '../views/rules-view.ts';

const access = 'operator';
const list = Type.Enum(Object.keys(lists()) as List[]);

/** Pages where operators manage allowed and blocked destinations. */
export const safetyListPages = [
  page({
    method: 'GET',
    path: '/operator/lists',
    access,
    query: Type.Object({
      list: Type.Optional(list),
      q: Type.Optional(Type.String({ maxLength: 200 })),
      before: Type.Optional(Id),
    }),
    handle: ({ app, query }) => show(app, query, {}),
  }),
  page({
    method: 'POST',
    path: '/operator/lists',
    access,
    body: Type.Object({
      list,
      values: Type.String({ maxLength: 900_000 }),
      outcome: Type.Optional(Type.Enum(['hold', 'refuse'])),
      reason: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    handle: async ({ app, viewer, body }) => {
      const { list, values, outcome = 'refuse', reason = '' } = body;
      const added = await addEntries(app, viewer, { list, values, outcome, reason });
      const text =
        added === 1 ? t('Entry added.') : t('{added} entries were added.', { added: formatNumber(added) });
      return redirect(`/operator/lists?list=${list}`, { kind: 'success', text });
    },
    again: ({ app, body }, problem) => {
      const named = Object.keys(lists()).find((name) => name === body.list) as List | undefined;
      return show(app, { list: named }, refused(body, problem));
    },
  }),
  page({
    method: 'POST',
    path: '/operator/lists/remove',
    access,
    body: Type.Object({ id: Id, list }),
    handle: async ({ app, viewer, body }) => {
      await removeEntry(app, viewer, body.id);
      return redirect(`/operator/lists?list=${body.list}`, { kind: 'success', text: t('Entry removed.') });
    },
  }),
  page({
    method: 'GET',
    path: '/operator/rules',
    access,
    handle: async ({ app }) => rulesView((await getSettings(app)).settings),
  }),
  page({
    method: 'POST',
    path: '/operator/rules',
    access,
    body: Type.Object({
      rule: Type.String({ maxLength: 40 }),
      outcome: Type.Enum(['allow', 'hold', 'refuse']),
      threshold: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    }),
    handle: async ({ app, viewer, body }) => {
      await setRule(app, viewer, body.rule, body);
      return redirect('/operator/rules', { kind: 'success', text: t('Saved. Takes effect immediately.') });
    },
    again: async ({ app, body }, problem) =>
      rulesView((await getSettings(app)).settings, refused(body, problem)),
  }),
];

async function show(
  app: App,
  { list = 'domain', q = '', before }: { list?: List | undefined; q?: string; before?: string },
  state: FormState,
): Promise<View> {
  const search = q.trim().toLowerCase();
  return listsView({
    now: app.clock.now(),
    list,
    search,
    entries: await listEntries(app, { list, search, before }),
    state,
  });
}
