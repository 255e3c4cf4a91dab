import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import type { App } from '../../platform/app.ts';
import { After } from '../../platform/http/families/social.ts';
import { PostRecord, toPostRecord } from '../posts/records/post-record.ts';
import { PaywallBody, toPaywallChange, toPaywallForm } from '../posts/requests/paywall.ts';
import type { ArticleContent } from '../posts/post.ts';
import type { Article } from './get-article.ts';

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

export const NewArticle = Type.Object({ title, text: body, ...fields }, { title: 'NewArticle' });
export const ArticleChange = Type.Object(
  {
    title: Type.Optional(title),
    text: Type.Optional(body),
    ...fields,
  },
  { title: 'ArticleChange' },
);
export const ArticleId = ById;
export const ArticleQuery = Type.Object({
  ...After,
  category_id: Type.Optional(Id),
  tag: text(200),
  query: text(200, 'Words that the article must contain'),
  user_id: Type.Optional(Id),
});
/** The draft as the editor form sends it. */
export const NewDraft = Type.Object(
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
  },
  { title: 'NewDraft' },
);
export const DraftRecord = Type.Object(
  {
    id: Type.String(),
    draft_id: Type.String({ description: 'The same as `id`' }),
    saved: Type.String({ description: 'ISO 8601; send it as `base` with the next change' }),
  },
  { title: 'Draft' },
);

export const ArticleRecord = Type.Object(
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
export type ArticleRecord = Static<typeof ArticleRecord>;

export const toArticleRecord = (app: App, post: Article): ArticleRecord => ({
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
export function toGiven(body: Static<typeof ArticleChange>): Partial<ArticleContent> {
  const { title, text, tags, warning, privacy } = body;
  const sent = {
    title,
    text,
    tags: toTyped(tags),
    warning,
    privacy,
    category: body.category_id,
    cover: body.cover,
    coverAlt: body.cover_alt,
    ...paywallIn(body),
  };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}
