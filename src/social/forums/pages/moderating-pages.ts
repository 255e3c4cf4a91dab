import { Type } from 'typebox';
import { ById, Id } from '../../../kernel/input.ts';
import { invalid, Problem, msg } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { pagesFor, redirect } from '../../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../../web/form.ts';
import type { View } from '../../../web/html.ts';
import { pathOf } from '../../posts/paths.ts';
import { getPostHeader } from '../../posts/reading/visible.ts';
import { listForums } from '../list-forums.ts';
import { actOnThread, decideHeld, threadActs } from '../moderating/acts.ts';
import { getThread } from '../threads/get-thread.ts';
import { arrangeView } from '../views/arrange-view.ts';

const member = pagesFor('member');
const Page = Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })) });

async function show(app: App, viewer: Viewer, id: string, page = 1, state: FormState = {}): Promise<View> {
  const shown = await getThread(app, viewer, id, page);
  if (!shown.mayModerate) throw new Problem('forbidden', msg('Only moderators of this forum can do that'));
  return arrangeView(shown, await listForums(app, viewer), state);
}

export const moderatingPages = [
  member.get({
    path: '/forums/moderate/:id/arrange',
    params: ById,
    query: Page,
    handle: ({ app, viewer, params, query }) => show(app, viewer, params.id, query.page),
  }),
  member.post({
    path: '/forums/moderate/:id',
    verb: actOnThread,
    params: ById,
    query: Page,
    body: Type.Object({
      do: Type.Enum([...threadActs]),
      title: Type.Optional(Type.String({ maxLength: 1000 })),
      new_title: Type.Optional(Type.String({ maxLength: 1000 })),
      forum_id: Type.Optional(Type.String({ maxLength: 18 })),
      into: Type.Optional(Type.String({ maxLength: 500 })),
      reply_ids: Type.Optional(Type.Union([Id, Type.Array(Id, { maxItems: 100 })])),
      and_after: Type.Optional(Type.Literal('on')),
    }),
    handle: async ({ app, viewer, params, body }) => {
      const targetId = await actOnThread(app, viewer, params.id, body.do, {
        title: body.do === 'split' ? body.new_title : body.title,
        forumId: body.forum_id,
        intoId: body.into === undefined ? undefined : idIn(body.into),
        replyIds: [body.reply_ids ?? []].flat(),
        andAfter: body.and_after === 'on',
      }).catch(atField(body.do));
      return redirect(pathOf(await getPostHeader(app, viewer, targetId)), {
        kind: 'success',
        text: t('Done'),
      });
    },
    again: ({ app, viewer, params, query, body }, problem) =>
      show(app, viewer, params.id, query.page, refused({ reply_ids: '', ...body }, problem)),
  }),
];

/** Parses a thread ID, typed or as part of its URL. */
function idIn(typed: string): string {
  const [, id] = /(?:^|\/(?:forums\/threads|posts)\/)([0-9]{1,18})(?:$|[/?#])/.exec(typed.trim()) ?? [];
  if (id === undefined) throw invalid('into', msg('Enter the URL or number of the other thread'));
  return id;
}

/** Maps API field names to those of the form. */
const fields: Readonly<Record<string, string>> = { into_id: 'into', 'split title': 'new_title' };

const atField =
  (act: string) =>
  (error: unknown): never => {
    if (!(error instanceof Problem)) throw error;
    const { field = '' } = error;
    const known = fields[`${act} ${field}`] ?? fields[field] ?? field;
    throw new Problem(error.kind, error.text, { ...(known !== '' && { field: known }), cause: error });
  };

/** Pages for forum moderators to decide about held posts in place. */
export const heldPages = [
  member.post({
    path: '/forums/moderate/posts/:id',
    verb: decideHeld,
    params: ById,
    body: Type.Object({ decision: Type.Enum(['approve', 'remove']) }),
    handle: async ({ app, viewer, params, body }) => {
      const targetId = await decideHeld(app, viewer, params.id, body.decision);
      const text = body.decision === 'approve' ? t('Approved') : t('Removed');
      return redirect(targetId, { kind: 'success', text });
    },
  }),
];
