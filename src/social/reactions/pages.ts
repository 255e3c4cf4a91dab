import { Type } from 'typebox';
import { minutes } from '../../kernel/time.ts';
import { invalid } from '../../kernel/problem.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { isReactionKind } from './kinds.ts';
import { react } from './react.ts';
import { unreact } from './unreact.ts';

export const reactionPages = [
  page({
    method: 'POST',
    path: '/posts/:id/react',
    access: 'member',
    limit: { by: ['account'], calls: 300, within: minutes(5) },
    params: Type.Object({ id: Type.String({ pattern: '^[0-9]{1,18}$' }) }),
    body: Type.Object({ kind: Type.String({ maxLength: 20, description: 'Empty: take it back' }) }),
    handle: async ({ app, viewer, params, body }) => {
      if (body.kind === '') await unreact(app, viewer, params.id);
      else if (isReactionKind(body.kind)) await react(app, viewer, params.id, body.kind);
      else throw invalid('kind', 'There is no such reaction');
      return redirect(`/posts/${params.id}`);
    },
  }),
];
