import { Type } from 'typebox';
import { minutes } from '../../kernel/time.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope, nextPage, pageAfter, PageEnvelope } from '../../platform/http/families/social.ts';
import { deletePost } from '../posts/deleting.ts';
import { toTag } from '../../kernel/typed-text/tokens.ts';
import { addArticle } from './add-article.ts';
import { emptyContent, toContent } from '../posts/post.ts';
import { saveArticleDraft } from './save-draft.ts';
import { listArticles } from './list-articles.ts';
import { getArticle } from './get-article.ts';
import { previewArticle } from './render-article.ts';
import { updateArticle } from './update-article.ts';
import {
  ArticleChange,
  ArticleId,
  ArticleQuery,
  ArticleRecord,
  DraftRecord,
  NewArticle,
  NewDraft,
  toArticleRecord,
  toGiven,
} from './wire.ts';

const addition = 'Extension.';
const tag = 'Articles';
const member = operations(tag, 'member');
const app = operations(tag, 'app');
const often = { by: ['account'], calls: 60, within: minutes(5) } as const;

/** Maps the empty text of a form field to undefined. */
const emptyToUndefined = (value: string | undefined) => (value === '' ? undefined : value);

export const articleRoutes = [
  app.get({
    path: '/apis/php/articles',
    summary: 'List articles',
    description: `${addition} Newest first, 20 per page.`,
    query: ArticleQuery,
    returns: PageEnvelope(Type.Array(ArticleRecord)),
    handle: async ({ app, viewer, query }) => {
      const page = pageAfter(query.after);
      const { items: articles, next: older } = await listArticles(app, viewer, {
        category: query.category_id,
        tag: query.tag === undefined ? undefined : toTag(query.tag),
        words: query.query,
        authorId: query.user_id,
        page,
      });
      return {
        data: articles.map((article) => toArticleRecord(app, article)),
        ...nextPage(page, older !== undefined),
      };
    },
  }),
  app.get({
    path: '/apis/php/articles/article/{id}',
    summary: 'Get an article',
    description: addition,
    params: ArticleId,
    returns: Envelope(ArticleRecord),
    handle: async ({ app, viewer, params }) => ({
      data: toArticleRecord(app, await getArticle(app, viewer, params.id)),
    }),
  }),
  member.post({
    path: '/apis/php/articles/article',
    summary: 'Publish an article',
    description: `${addition} Upload the cover and pictures in the text with data/upload first.`,
    limit: often,
    body: NewArticle,
    returns: Envelope(ArticleRecord),
    example: {
      title: 'On small harbours',
      text: '## Morning\n\nThe boats come in.',
      tags: ['sea', 'harbours'],
    },
    handle: async ({ app, viewer, body }) => {
      const id = await addArticle(app, viewer, { ...emptyContent, ...toGiven(body) });
      return { message: 'Published', data: toArticleRecord(app, await getArticle(app, viewer, id)) };
    },
  }),
  member.put({
    path: '/apis/php/articles/article/{id}',
    summary: 'Update an article',
    description: `${addition} Only the author can update it. Omitted fields do not change.`,
    limit: often,
    params: ArticleId,
    body: ArticleChange,
    returns: Envelope(ArticleRecord),
    example: { title: 'On the smallest harbours' },
    handle: async ({ app, viewer, params, body }) => {
      await updateArticle(app, viewer, params.id, toGiven(body));
      return { message: 'Changed', data: toArticleRecord(app, await getArticle(app, viewer, params.id)) };
    },
  }),
  member.delete({
    path: '/apis/php/articles/article/{id}',
    verb: deletePost,
    summary: 'Delete an article',
    description: `${addition} Allowed for the author and moderators. posts/restore restores it within an hour.`,
    params: ArticleId,
    returns: Done,
    handle: async ({ app, viewer, params }) => {
      await getArticle(app, viewer, params.id);
      await deletePost(app, viewer, params.id);
      return { message: 'Deleted' };
    },
  }),
  member.post({
    path: '/apis/php/articles/preview',
    summary: 'Render Markdown text',
    description: `${addition} Nothing is stored.`,
    scope: 'read',
    body: Type.Object({ text: Type.String({ maxLength: 100_000 }) }),
    returns: Envelope(Type.Object({ text_html: Type.String({ description: 'Sanitized HTML' }) })),
    example: { text: '## Morning\n\nThe **boats** come in.' },
    handle: async ({ app, viewer, body }) => ({
      data: { text_html: (await previewArticle(app, viewer, body.text)).text },
    }),
  }),
  member.post({
    path: '/apis/php/articles/draft',
    summary: 'Save an unfinished article',
    description: `${addition} With draft_id and base, updates that draft. Returns 409 if the draft was changed in the meantime.`,
    limit: { by: ['account'], calls: 200, within: minutes(5) },
    formerNames: { coverAlt: 'cover_alt', category: 'category_id' },
    body: NewDraft,
    returns: Envelope(DraftRecord),
    example: { title: 'On small harbours', text: 'The boats' },
    handle: async ({ app, viewer, body }) => {
      const place = {
        id: emptyToUndefined(body.draft_id),
        postId: emptyToUndefined(body.post_id),
        base: body.base,
      };
      const { id, savedAt } = await saveArticleDraft(app, viewer, place, toContent(toGiven(body)));
      return { message: 'Saved', data: { id, draft_id: id, saved: savedAt.toISOString() } };
    },
  }),
];
