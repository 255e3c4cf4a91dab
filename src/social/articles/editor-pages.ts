import { msg, Problem } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type FormState, refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { pagesFor, redirect, type Upload } from '../../platform/http/endpoint.ts';
import { largestPicture } from '../../platform/pictures.ts';
import { requireMembership } from '../access/group.ts';
import { listCategories } from '../categories.ts';
import { deleteDraft } from '../drafts/drafts.ts';
import { listPlanChoices } from '../posts/paywall.ts';
import { PaywallForm } from '../posts/requests/paywall.ts';
import { pathOf } from '../posts/paths.ts';
import { receiveUpload } from '../uploads/receive-upload.ts';
import { addArticle, articleContentOf, updateArticle } from './articles.ts';
import { emptyContent, toArticleContent } from '../posts/post.ts';
import { findUnpublishedEdit, saveArticleDraft, getArticleDraft } from './drafts.ts';
import { getArticle } from './reading.ts';
import { previewArticle } from './render-article.ts';
import { editorView, type EditorOptions } from './views/editor-view.ts';

const member = pagesFor('member');
const text = (maxLength: number) => Type.String({ maxLength, default: '' });
/** Lengths are checked by the operation, which reports them per field. */
const Written = Type.Object({
  title: text(2000),
  text: text(500_000),
  tags: text(5000),
  category: text(20),
  cover: text(300),
  coverAlt: text(10_000),
  warning: text(2000),
  ...PaywallForm,
  privacy: Type.String({ maxLength: 20, default: 'public' }),
  group: text(18),
  draft_id: text(18),
  post_id: text(18),
  base: text(40),
});
const withCover = { fields: ['file'], max: 1, bytes: largestPicture };

type Typed = Record<string, unknown>;

/** Stores an uploaded cover immediately, so it is still available when the form is rejected. */
async function receiveCover(app: App, viewer: Viewer, body: { cover: string }, files: readonly Upload[]) {
  const sent = files.find(({ field, file }) => field === 'file' && file !== undefined);
  if (sent?.file === undefined) return;
  const taken = await receiveUpload(app, viewer, {
    file: sent.file,
    name: sent.name,
    kind: 'photos',
  });
  if ('path' in taken) body.cover = taken.path;
}

const orNothing = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

async function edit(
  app: App,
  viewer: Viewer,
  state: FormState,
  given: Pick<EditorOptions, 'draft' | 'preview'> & { articleId?: string | undefined } = {},
): Promise<View> {
  const { articleId, draft, preview } = given;
  const article = articleId === undefined ? undefined : await getArticle(app, viewer, articleId);
  if (article && article.author.id !== viewer.id)
    throw new Problem('forbidden', msg('Only the author can edit an article'));
  const cover = orNothing(state.values?.cover);
  return editorView({
    categories: await listCategories(app, 'blogs'),
    plans: await listPlanChoices(app, {
      accountId: viewer.id,
      present: article?.paywall?.planId ?? null,
    }),
    state,
    article: article && { id: article.id, path: pathOf(article) },
    draft,
    preview,
    coverAddress: cover && app.files.address(cover),
  });
}

/** Shows the form again with the typed values and its draft. */
async function showRejectedForm(
  app: App,
  viewer: Viewer,
  body: Typed,
  state: FormState,
  preview?: EditorOptions['preview'],
) {
  const id = orNothing(body.draft_id);
  const draft = id === undefined ? undefined : await getArticleDraft(app, viewer, id).catch(() => undefined);
  const base = new Date(String(body.base));
  const known = draft && { id: draft.id, updatedAt: Number.isNaN(base.getTime()) ? draft.updatedAt : base };
  return edit(app, viewer, state, { draft: known, articleId: orNothing(body.post_id), preview });
}

export const editorPages = [
  member.get({
    path: '/articles/new',
    query: Type.Object({ draft: Type.Optional(Id), group: Type.Optional(Id) }),
    handle: async ({ app, viewer, query }) => {
      const { group = '' } = query;
      if (group !== '') await requireMembership(app, viewer, group);
      if (query.draft === undefined) return edit(app, viewer, { values: { ...emptyContent, group } });
      const draft = await getArticleDraft(app, viewer, query.draft);
      if (draft.postId !== null) return redirect(`/articles/${draft.postId}/edit`);
      return edit(app, viewer, { values: { ...draft.article } }, { draft });
    },
  }),
  member.post({
    path: '/articles/new',
    verb: addArticle,
    files: withCover,
    body: Written,
    handle: async ({ app, viewer, body, files }) => {
      await receiveCover(app, viewer, body, files);
      const id = await addArticle(app, viewer, toArticleContent(body), orNothing(body.draft_id));
      const article = await getArticle(app, viewer, id);
      return redirect(
        pathOf(article),
        article.heldAt
          ? { kind: 'info', text: t('Your article is waiting for review') }
          : { kind: 'success', text: t('Published') },
      );
    },
    again: ({ app, viewer, body }, problem) => showRejectedForm(app, viewer, body, refused(body, problem)),
  }),
  member.get({
    path: '/articles/:id/edit',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const article = await getArticle(app, viewer, params.id);
      const draft = await findUnpublishedEdit(app, viewer, params.id);
      const values = { ...(draft?.article ?? articleContentOf(article)) };
      return edit(app, viewer, { values }, { draft, articleId: params.id });
    },
  }),
  member.post({
    path: '/articles/:id/edit',
    verb: updateArticle,
    files: withCover,
    params: ById,
    body: Written,
    handle: async ({ app, viewer, params, body, files }) => {
      await receiveCover(app, viewer, body, files);
      await updateArticle(app, viewer, params.id, toArticleContent(body));
      return redirect(pathOf(await getArticle(app, viewer, params.id)), {
        kind: 'success',
        text: t('Article updated'),
      });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showRejectedForm(app, viewer, { ...body, post_id: params.id }, refused(body, problem)),
  }),
  member.post({
    path: '/articles/preview',
    files: withCover,
    body: Written,
    handle: async ({ app, viewer, body, files }) => {
      await receiveCover(app, viewer, body, files);
      const preview = await previewArticle(app, viewer, body.text);
      return showRejectedForm(app, viewer, body, { values: { ...toArticleContent(body) } }, preview);
    },
  }),
  member.get({
    path: '/articles/drafts',
    // Article drafts are part of the list of all drafts.
    handle: () => redirect('/drafts'),
  }),
  member.post({
    path: '/articles/drafts',
    verb: saveArticleDraft,
    files: withCover,
    body: Written,
    handle: async ({ app, viewer, body, files }) => {
      await receiveCover(app, viewer, body, files);
      const [id, postId] = [orNothing(body.draft_id), orNothing(body.post_id)];
      const saved = await saveArticleDraft(
        app,
        viewer,
        { id, postId, base: body.base },
        toArticleContent(body),
      );
      const to = postId === undefined ? `/articles/new?draft=${saved.id}` : `/articles/${postId}/edit`;
      return redirect(to, { kind: 'success', text: t('Draft saved') });
    },
    again: ({ app, viewer, body }, problem) => showRejectedForm(app, viewer, body, refused(body, problem)),
  }),
  member.post({
    path: '/articles/drafts/:id/delete',
    verb: deleteDraft,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      const { postId } = await getArticleDraft(app, viewer, params.id);
      await deleteDraft(app, viewer, params.id);
      const to = postId === null ? '/drafts' : `/articles/${postId}/edit`;
      return redirect(to, { kind: 'info', text: t('Draft discarded') });
    },
  }),
];
