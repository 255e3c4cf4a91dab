import { type Static, Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { getComment } from '../comments/reading.ts';
import { drawReaction } from '../components/reactions.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import { pathOf } from '../posts/paths.ts';
import { bylineOf } from '../posts/texts.ts';
import { isReactionKind, type ReactionKind, reactionKinds } from '../tallies/reaction-kinds.ts';
import { listReactors, react, type ReactionSubject, reactToComment } from './reactions.ts';
import { pickerView, reactorsView } from './views.ts';

const member = pagesFor('member');
const anyone = pagesFor('anyone');
const Chosen = Type.Object({
  kind: Type.String({ maxLength: 20, description: 'Empty to remove the reaction' }),
});
const Which = Type.Object({
  kind: Type.Optional(Type.Unsafe<ReactionKind>({ type: 'string', enum: reactionKinds })),
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
});

export const reactionPages = [
  member.post({
    path: '/posts/:id/react',
    verb: react,
    params: ById,
    body: Chosen,
    handle: async ({ app, viewer, params, body }) => {
      await react(app, viewer, params.id, kindIn(body.kind));
      return redirect(`/posts/${params.id}`);
    },
  }),
  member.post({
    path: '/comments/:id/react',
    verb: reactToComment,
    params: ById,
    body: Chosen,
    handle: async ({ app, viewer, params, body }) => {
      await reactToComment(app, viewer, params.id, kindIn(body.kind));
      return redirect(`/comments/${params.id}#comment-${params.id}`);
    },
  }),
  member.get({
    path: '/comments/:id/react',
    params: ById,
    handle: async ({ app, viewer, params: { id } }) =>
      pickerView(
        { subject: 'comment', id },
        await getComment(app, viewer, id),
        `/comments/${id}#comment-${id}`,
      ),
  }),
  member.get({
    path: '/posts/:id/react',
    params: ById,
    handle: async ({ app, viewer, params: { id } }) => {
      const post = await getPost(app, viewer, id);
      return pickerView(
        { subject: 'post', id },
        { author: bylineOf(post).author, text: post.text, mine: post.mine },
        pathOf(post),
      );
    },
  }),
  anyone.get({
    path: '/reactions/:picture',
    params: Type.Object({ picture: Type.Enum(reactionKinds.map((kind) => `${kind}.png`)) }),
    handle: async ({ params: { picture } }) => ({
      type: 'image/png',
      body: await drawReaction(picture.replace('.png', '') as ReactionKind),
      headers: { 'cache-control': 'public, max-age=86400' },
    }),
  }),
  anyone.get({
    path: '/posts/:id/reactions',
    params: ById,
    query: Which,
    handle: async ({ app, viewer, params, query }) => {
      const back = pathOf(await getPostHeader(app, viewer, params.id));
      return showReactors(app, viewer, { subject: 'post', id: params.id }, query, back);
    },
  }),
  anyone.get({
    path: '/comments/:id/reactions',
    params: ById,
    query: Which,
    handle: ({ app, viewer, params: { id }, query }) =>
      showReactors(app, viewer, { subject: 'comment', id }, query, `/comments/${id}#comment-${id}`),
  }),
];

async function showReactors(
  app: App,
  viewer: Viewer | undefined,
  reacted: ReactionSubject,
  { kind, page = 0 }: Static<typeof Which>,
  back: string,
) {
  const found = await listReactors(app, viewer, reacted, { kind, page });
  return reactorsView(found, reacted, { kind, page, back, isStranger: viewer === undefined });
}

function kindIn(word: string): ReactionKind | null {
  if (word === '') return null;
  if (!isReactionKind(word)) throw invalid('kind', msg('Unknown reaction'));
  return word;
}
