import { publishPost } from '../posts/publishing.ts';
import { submitForm } from '../posts/drafts/drafts.ts';
import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { refused, type FormState } from '../../web/form.ts';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { type Download, page, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { getComments, showComments } from '../comments/reading.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { showComposer } from './composing.ts';
import { deletePost, findDeleted, restorePost } from '../posts/deleting.ts';
import { editPost } from '../posts/editing.ts';
import { pathOf, pathToEdit } from '../posts/paths.ts';
import { threadFiles } from '../posts/post-files.ts';
import { listPlanChoices } from '../posts/paywall.ts';
import { PaywallForm, parsePaywallForm } from '../posts/requests/paywall.ts';
import type { Post } from '../posts/post.ts';
import { formState, PostForm, withOneMore } from '../posts/requests/post-form.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { postToMarkdown } from '../post-view/to-markdown.ts';
import { deletedView, editPostView } from './post-views.ts';
import { listContinuations } from '../posts/threads.ts';
import { heldForReview } from '../posts/post-actions.ts';
import { type View, html } from '../../web/html.ts';
import { getProfiles } from '../people/profile.ts';
import { authorCard } from '../people/components.ts';
import { translationLink } from '../translation/components.ts';
import { postView } from '../post-view/components.ts';

const member = pagesFor('member');
const anyone = pagesFor('anyone');
const Privacy = Type.Enum(['public', 'friends', 'me'], { default: 'public' });
const Text = Type.String({ maxLength: 20_000, default: '' });

/** The edit form of a post, with the plans of an author who offers any. */
async function showEdit(app: App, viewer: Viewer, post: Post, state: FormState = {}) {
  const present = post.paywall?.planId ?? null;
  const seller = post.page ? { pageId: post.page.id } : { accountId: viewer.id };
  return editPostView(post, viewer, await listPlanChoices(app, { ...seller, present }), state);
}

const withAlts = { patternProperties: { '^alt-[0-9]{1,19}$': Type.Unknown() } };

/** Alt texts by picture ID, from the fields named `alt-` followed by the ID. */
const altsIn = (body: Readonly<Record<string, unknown>>) =>
  new Map(
    Object.entries(body).flatMap(([name, value]) =>
      name.startsWith('alt-') && typeof value === 'string'
        ? [[name.slice('alt-'.length), value] as const]
        : [],
    ),
  );

const markdown = (body: string): Download => ({ type: 'text/markdown; charset=utf-8', body });

export const postPages = [
  member.post({
    path: '/posts',
    verb: publishPost,
    files: threadFiles,
    body: PostForm,
    handle: async ({ app, viewer, body, files }) => {
      if (body.do === 'more')
        return showComposer(app, viewer, {
          quoteId: body.quote_id === '' ? undefined : body.quote_id,
          state: withOneMore(body),
        });
      const sent = await submitForm(app, viewer, body, files);
      if (!('id' in sent))
        return redirect('/drafts', {
          kind: 'success',
          text: sent.isPlanned ? t('Scheduled') : t('Draft saved'),
        });
      const { heldAt } = await getPostHeader(app, viewer, sent.id);
      return redirect('/', heldAt ? heldForReview() : { kind: 'success', text: t('Posted') });
    },
    again: ({ app, viewer, body }, problem) =>
      showComposer(app, viewer, {
        quoteId: typeof body.quote_id === 'string' && body.quote_id !== '' ? body.quote_id : undefined,
        state: formState(body, problem),
      }),
  }),
  page({ method: 'GET', path: '/posts', access: 'anyone', handle: () => redirect('/') }),
  anyone.get({
    path: '/posts/:id',
    cached: true,
    params: ById,
    handle: async ({ app, viewer, client, params }) => {
      client.setHeader('vary', 'Accept');
      const post = await getPost(app, viewer, params.id);
      if (post.kind !== 'post') return redirect(pathOf(post));
      if (!prefersMarkdown(client.accept)) return showPost(app, viewer, post);
      const { comments } = await getComments(app, viewer, params.id);
      const thread = await listContinuations(app, viewer, post);
      return markdown(postToMarkdown(post, comments, app.config.plazaUrl, thread));
    },
  }),
  member.get({
    path: '/posts/:id/edit',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const post = await getPost(app, viewer, params.id);
      return post.kind === 'post' ? showEdit(app, viewer, post) : redirect(pathToEdit(post));
    },
  }),
  member.post({
    path: '/posts/:id/edit',
    verb: editPost,
    params: ById,
    body: Type.Object(
      {
        text: Text,
        privacy: Privacy,
        ...Type.Partial(Type.Object(PaywallForm)).properties,
        warning: Type.Optional(Type.String({ maxLength: 2000 })),
        video_alt: Type.Optional(Type.String({ maxLength: 6000 })),
      },
      withAlts,
    ),
    handle: async ({ app, viewer, params, body }) => {
      const post = await getPostHeader(app, viewer, params.id);
      if (post.kind !== 'post')
        return redirect(pathToEdit(post), {
          kind: 'info',
          text: t('Edit the draft here'),
        });
      const { paid_for, post_price = '', paid_text = '', video_alt: videoAlt, ...edit } = body;
      const paywall =
        paid_for === undefined ? undefined : (parsePaywallForm({ paid_for, post_price, paid_text }) ?? null);
      await editPost(app, viewer, params.id, { ...edit, videoAlt, paywall, alts: altsIn(body) });
      return redirect(`/posts/${params.id}`, { kind: 'success', text: t('Post updated') });
    },
    again: async ({ app, viewer, params, body }, problem) =>
      showEdit(app, viewer, await getPost(app, viewer, params.id), refused(body, problem)),
  }),
  member.post({
    path: '/posts/:id/delete',
    verb: deletePost,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await deletePost(app, viewer, params.id);
      return redirect(`/posts/${params.id}/deleted`);
    },
  }),
  member.get({
    path: '/posts/:id/deleted',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await findDeleted(app, viewer, params.id);
      return deletedView(params.id);
    },
  }),
  member.post({
    path: '/posts/:id/restore',
    verb: restorePost,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await restorePost(app, viewer, params.id);
      return redirect(`/posts/${params.id}`);
    },
  }),
];

/** The page of a post with its comments. */
async function showPost(app: App, viewer: Viewer | undefined, post: Post): Promise<View> {
  const [below, thread, [author]] = await Promise.all([
    showComments(app, viewer, post),
    listContinuations(app, viewer, post),
    // The author of a page's post is shown only to its team.
    post.page ? [] : getProfiles(app, viewer, [post.author.id]),
  ]);
  return {
    ...postView(
      post,
      { viewer, base: app.config.plazaUrl },
      { ...below, thread, shown: html`${translationLink(app, viewer, post)} ${below.shown}` },
    ),
    ...(author && { aside: authorCard(author, viewer) }),
  };
}
