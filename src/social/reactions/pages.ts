import { type Static, Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { getComment } from '../comments/reading.ts';
import { drawReaction, picker, reactionStyles } from '../components/reactions.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import { pathOf } from '../posts/paths.ts';
import { bylineOf } from '../posts/texts.ts';
import { isReactionKind, type ReactionKind, reactionKinds } from '../tallies/reaction-kinds.ts';
import { listReactors, react, reactToComment } from './reactions.ts';
import type { ReactionSubject, PageOfReactors } from './reactions.ts';
import { t } from '../../web/translation/translate.ts';
import { linkButton, icon } from '../../web/components/controls.ts';
import { card, emptyState, pageHeader } from '../../web/components/surfaces.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import { personRow, stack } from '../../web/components/people.ts';
import { html, type View } from '../../web/html.ts';
import type { Comment } from '../comments/comment.ts';
import { relationButtons } from '../people/components.ts';
import { short } from '../text/plain.ts';

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

/** People who reacted to a post or comment. */
function reactorsView(
  { items: reactors, hasMore, counts }: PageOfReactors,
  { subject, id }: ReactionSubject,
  {
    kind,
    page,
    back,
    isStranger,
  }: {
    kind: ReactionKind | undefined;
    page: number;
    back: string;
    isStranger: boolean;
  },
): View {
  const here = `/${subject}s/${id}/reactions`;
  const href = (kind: ReactionKind | undefined, page: number) =>
    `${here}?${kind ? `kind=${kind}&` : ''}page=${page}`;
  const total = reactionKinds.reduce((sum, each) => sum + (counts[each] ?? 0), 0);
  const shownKinds = reactionKinds.filter((each) => each in counts || each === kind);
  return {
    title: t('Reactions'),
    section: 'home',
    head: html`<meta name="robots" content="noindex" />`,
    body: html`${pageHeader({
      title: t('Reactions'),
      lead: html`<a class="link" href="${back}">Back to the ${subject}</a>`,
    })}
    ${tabs(t('Reactions'), [
      { label: t('All'), href: here, current: kind === undefined, count: total },
      ...shownKinds.map((each) => ({
        label: reactionStyles()[each].label,
        href: `${here}?kind=${each}`,
        current: each === kind,
        count: counts[each] ?? 0,
      })),
    ])}
    ${card({
      flush: reactors.length > 0,
      body:
        reactors.length > 0
          ? stack(
              reactors.map((each) => reactorRow(each, isStranger)),
              t('People who reacted'),
            )
          : emptyState({
              illustration: 'quiet',
              title: page > 0 ? t('No other reactions') : t('No one yet'),
              text: t('Reactions will appear here.'),
            }),
    })}
    ${olderNewer({ newer: page > 0 && href(kind, page - 1), older: hasMore && href(kind, page + 1) })}`,
  };
}

function reactorRow({ person, kind }: PageOfReactors['items'][number], isStranger: boolean) {
  const { label, icon: drawing } = reactionStyles()[kind];
  return personRow({
    person,
    href: `/@${person.username}`,
    detail: html`<span class="reactor" data-reaction="${kind}">${icon(drawing)} ${label}</span>`,
    ...(!isStranger && { actions: relationButtons(person) }),
  });
}

/** The reaction picker for a post or comment as a page, for readers without scripts. */
function pickerView(
  { subject, id }: ReactionSubject,
  { author, text, mine }: Pick<Comment, 'text' | 'mine'> & { author: { name: string } },
  back: string,
): View {
  const title = subject === 'post' ? t('React to a post') : t('React to a comment');
  return {
    title,
    section: 'home',
    head: html`<meta name="robots" content="noindex" />`,
    body: html`${pageHeader({ title, lead: `${author.name}: ${short(text, 120)}` })}
    ${card({
      body: picker(`/${subject}s/${id}/react`, mine),
      footer: linkButton({ label: t('Back'), href: back, small: true }),
    })}`,
  };
}
