import { type Static, Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { toTag } from '../../kernel/typed-text/tokens.ts';
import type { App } from '../../platform/app.ts';
import { operations } from '../../platform/http/endpoint.ts';
import {
  After,
  Done,
  Envelope,
  nextPage,
  pageAfter,
  PageEnvelope,
} from '../../platform/http/families/social.ts';
import type { Lists } from '../lists/list.ts';
import { ownerOf } from '../people/records.ts';
import { deletePost } from '../posts/deleting.ts';
import { type ArticleContent, emptyContent, toArticleContent } from '../posts/post.ts';
import { listOfPosts } from '../posts/records/lists.ts';
import { PostRecord, toPostRecord } from '../posts/records/post-record.ts';
import { PaywallBody, toPaywallChange, toPaywallForm } from '../posts/requests/paywall.ts';
import { addArticle, updateArticle } from './articles.ts';
import { saveArticleDraft } from './drafts.ts';
import { type Article, getArticle, listArticles } from './reading.ts';
import { previewArticle } from './render-article.ts';

const text = (maxLength: number, description?: string) =>
  Type.Optional(Type.String({ maxLength, ...(description !== undefined && { description }) }));

const fields = {
  tags: Type.Optional(
    Type.Union(
      [Type.Array(Type.String({ maxLength: 400 }), { maxItems: 50 }), Type.String({ maxLength: 5000 })],
      {
        description: 'At most 10 tags; a string is split at commas',
      },
    ),
  ),
  category_id: text(20, 'ID of a category of type blogs; empty: none'),
  cover: text(300, 'Path returned by data/upload; empty: none'),
  cover_alt: text(10_000, 'Alt text of the cover'),
  warning: text(2000, 'Content warning, shown instead of the text until the reader opens it'),
  privacy: Type.Optional(Type.Enum(['public', 'friends', 'me'], { description: 'Defaults to public' })),
  ...PaywallBody,
};
const title = Type.String({ maxLength: 2000 });
const body = Type.String({ maxLength: 500_000, description: 'Markdown' });

const GroupId = Type.Optional(
  Type.String({
    pattern: '^[0-9]{0,18}$',
    description: 'Group of yours in which it is published; empty: none',
  }),
);
const NewArticle = Type.Object({ title, text: body, ...fields, group_id: GroupId }, { title: 'NewArticle' });
const ArticleChange = Type.Object(
  {
    title: Type.Optional(title),
    text: Type.Optional(body),
    ...fields,
  },
  { title: 'ArticleChange' },
);
const ArticleId = ById;
const ArticleQuery = Type.Object({
  ...After,
  category_id: Type.Optional(Id),
  tag: text(200),
  query: text(200, 'Words that the article must contain'),
  user_id: Type.Optional(Id),
});
/** The draft as the editor form sends it. */
const NewDraft = Type.Object(
  {
    draft_id: Type.Optional(Type.String({ pattern: '^[0-9]{0,18}$', description: 'Empty for a new draft' })),
    post_id: Type.Optional(
      Type.String({ pattern: '^[0-9]{0,18}$', description: 'The article that the draft changes' }),
    ),
    base: text(40, 'The last known `saved` time of the draft'),
    title: text(2000),
    text: text(500_000),
    tags: fields.tags,
    category_id: fields.category_id,
    cover: fields.cover,
    cover_alt: fields.cover_alt,
    warning: text(2000),
    privacy: fields.privacy,
    group_id: GroupId,
  },
  { title: 'NewDraft' },
);
const DraftRecord = Type.Object(
  {
    id: Type.String(),
    draft_id: Type.String({ description: 'The same as `id`' }),
    saved: Type.String({ description: 'ISO 8601; send it as `base` with the next change' }),
  },
  { title: 'Draft' },
);

const ArticleRecord = Type.Object(
  {
    ...PostRecord.properties,
    category_id: Type.String({ description: 'Empty if there is none' }),
    category_name: Type.String(),
    cover: Type.String({ description: 'Absolute URL of the picture; empty if there is none' }),
    cover_alt: Type.String(),
    tags: Type.Array(Type.String()),
    words: Type.Integer(),
    reading_minutes: Type.Integer(),
  },
  { title: 'Article' },
);
type ArticleRecord = Static<typeof ArticleRecord>;

const toArticleRecord = (app: App, post: Article): ArticleRecord => ({
  ...toPostRecord(app, post),
  category_id: post.article.categoryId ?? '',
  category_name: post.article.category ?? '',
  cover: post.article.cover?.address ?? '',
  cover_alt: post.article.cover?.alt ?? '',
  tags: [...post.article.tags],
  words: post.article.words,
  reading_minutes: post.article.minutes,
});

/** Tags as typed into the editor's field. */
const toTyped = (tags: readonly string[] | string | undefined) =>
  typeof tags === 'object' ? tags.map((tag) => tag.replaceAll(',', ' ')).join(', ') : tags;

/** Paywall fields as form values; empty if the request has none. */
function paywallIn(body: Static<typeof ArticleChange>) {
  const paywall = toPaywallChange(body);
  return paywall === undefined ? {} : toPaywallForm(paywall);
}

/** Returns the article fields present in the request. */
function toGiven(body: Static<typeof ArticleChange> & { group_id?: string }): Partial<ArticleContent> {
  const { title, text, tags, warning, privacy } = body;
  const sent = {
    title,
    text,
    tags: toTyped(tags),
    warning,
    privacy,
    category: body.category_id,
    group: body.group_id,
    cover: body.cover,
    coverAlt: body.cover_alt,
    ...paywallIn(body),
  };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}

const addition = 'Extension.';
const tag = 'Articles';
const member = operations(tag, 'member');
const app = operations(tag, 'app');

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
    verb: addArticle,
    summary: 'Publish an article',
    description: `${addition} Upload the cover and pictures in the text with data/upload first.`,
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
    verb: updateArticle,
    summary: 'Update an article',
    description: `${addition} Only the author can update it. Omitted fields do not change.`,
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
    verb: saveArticleDraft,
    summary: 'Save an unfinished article',
    description: `${addition} With draft_id and base, updates that draft. Returns 409 if the draft was changed in the meantime.`,
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
      const { id, savedAt } = await saveArticleDraft(app, viewer, place, toArticleContent(toGiven(body)));
      return { message: 'Saved', data: { id, draft_id: id, saved: savedAt.toISOString() } };
    },
  }),
];

/** Articles of everyone or of one person. */
const articles = listOfPosts(async (app, viewer, wanted) => {
  const isAll = wanted.id === undefined && wanted.username === undefined;
  const authorId = isAll ? undefined : await ownerOf(app, viewer, wanted);
  const page = await listArticles(app, viewer, { authorId, page: wanted.offset });
  return { items: page.items, next: page.next };
});

export const articleLists: Lists = {
  articles,
  /** Alias used by clients. */
  blogs: articles,
};
