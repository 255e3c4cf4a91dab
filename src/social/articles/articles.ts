import { isDeepStrictEqual } from 'node:util';
import { invalid, missing, msg } from '../../kernel/problem.ts';
import { cleanText } from '../../kernel/text.ts';
import { toTag } from '../../kernel/typed-text/tokens.ts';
import { type App, verb, perAccount, type Viewer } from '../../platform/app.ts';
import { requireMembership } from '../access/group.ts';
import { prepareSubmission } from '../moderation/moderate.ts';
import { drawBlurOf, editLockedPost } from '../posts/editing.ts';
import { longestAlt, longestOf } from '../posts/new-post.ts';
import { type ArticleContent, privacies, type Privacy } from '../posts/post.ts';
import { publishPost } from '../posts/publishing.ts';
import { parsePaywallForm, toPaywallForm } from '../posts/requests/paywall.ts';
import { prepareTexts } from '../text/prepared.ts';
import { measure } from '../text/rendered.ts';
import { normalizePictures, useUpload } from '../uploads/uploads.ts';
import { getArticle, toArticle } from './reading.ts';
import { minutes } from '../../kernel/time.ts';

/** Publishes an article, subject to moderation, and deletes its draft. Returns the id of its post. */
export const addArticle = verb(
  { name: 'articles.publish', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app, author: Viewer, given: ArticleContent, draftId?: string): Promise<string> => {
    if (given.group !== '') await requireMembership(app, author, checkId(given.group));
    const article = await checkArticle(app, author, given);
    const { title, text, privacy, warning } = article;
    return publishPost(
      app,
      author,
      {
        kind: 'article',
        title,
        text,
        privacy,
        warning,
        photos: [],
        paywall: parsePaywallForm(given),
        ...(article.cover !== '' && { cover: article.cover }),
        ...(given.group !== '' && { groupId: given.group }),
      },
      async (app, id) => {
        await saveDetails(app, author, id, article);
        if (draftId !== undefined) await endDraft(app, author, { id: draftId });
      },
    );
  },
);

function checkId(typed: string): string {
  if (!/^\d{1,18}$/.test(typed)) throw missing(msg('Group'));
  return typed;
}

/** Deletes a draft that was published or discarded. */
async function endDraft(
  { db }: App,
  author: Viewer,
  draft: { id: string } | { postId: string },
): Promise<void> {
  await db
    .deleteFrom('social.draft')
    .where('account_id', '=', author.id)
    .where('kind', '=', 'article')
    .$if('id' in draft, (query) => query.where('id', '=', 'id' in draft ? draft.id : ''))
    .$if('postId' in draft, (query) => query.where('post_id', '=', 'postId' in draft ? draft.postId : ''))
    .execute();
}

/**
 * Updates the author's own article and stores the former text as a revision. Omitted fields stay unchanged.
 */
export const updateArticle = verb(
  { name: 'articles.edit', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app, author: Viewer, id: string, given: Partial<ArticleContent>) => {
    const before = await getArticle(app, author, id);
    // Read before the article is locked, which must not wait for a sandbox.
    const wanted = { ...articleContentOf(before), ...given };
    const checked = await checkArticle(app, author, wanted, before.article.categoryId);
    const { text } = checked;
    await prepareSubmission(app, author, { kind: 'article', title: given.title ?? before.title, text });
    const blur = parsePaywallForm(wanted) ? await drawBlurOf(app, author, id) : '';
    await editLockedPost(app, author, { id, blur }, async (app, post) => {
      const former = toArticle(post);
      const content = { ...articleContentOf(former), ...given };
      // Somebody else may have changed it meanwhile.
      const isSame = isDeepStrictEqual(content, wanted);
      const article = isSame ? checked : await checkArticle(app, author, content, former.article.categoryId);
      const { title, text, privacy, warning } = article;
      return {
        edit: { title, text, privacy, warning, alts: new Map(), paywall: parsePaywallForm(content) ?? null },
        also: async (app) => {
          await saveDetails(app, author, id, article);
          await endDraft(app, author, { postId: id });
        },
      };
    });
  },
);

/** The article as form values. */
export const articleContentOf = (post: Awaited<ReturnType<typeof getArticle>>): ArticleContent => ({
  title: post.title,
  text: post.text,
  tags: post.article.tags.join(', '),
  category: post.article.categoryId ?? '',
  cover: post.article.cover?.path ?? '',
  coverAlt: post.article.cover?.alt ?? '',
  warning: post.warning,
  // Whatever the audience, an article stays in its group.
  privacy: post.group ? 'me' : post.privacy,
  group: post.group?.id ?? '',
  ...toPaywallForm(post.paywall),
});

/** Stores the article details of a post. Runs in the transaction that stores the post. */
export async function saveDetails(
  app: App,
  author: Viewer,
  postId: string,
  article: CheckedArticle,
): Promise<void> {
  const details = {
    category_id: article.categoryId,
    cover_alt: article.coverAlt,
    tags: article.tags,
    words: article.words,
    minutes: article.minutes,
    ...(await getCover(app, author, postId, article.cover)),
  };
  await app.db
    .insertInto('social.article')
    .values({ post_id: postId, ...details })
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet(details))
    .execute();
  const hashtags = article.tags.map((tag) => ({ tag, post_id: postId }));
  if (hashtags.length > 0)
    await app.db
      .insertInto('social.hashtag')
      .values(hashtags)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

async function getCover(app: App, author: Viewer, postId: string, path: string) {
  if (path === '') return { cover: null, cover_width: null, cover_height: null };
  const former = await app.db
    .selectFrom('social.article')
    .where('post_id', '=', postId)
    .where('cover', '=', path)
    .select(['cover', 'cover_width', 'cover_height'])
    .executeTakeFirst();
  if (former) return former;
  await useUpload(app, author, path, { kinds: ['photos'], field: 'cover' });
  const { width, height } = await app.db
    .selectFrom('social.upload')
    .where('path', '=', path)
    .select(['width', 'height'])
    .executeTakeFirstOrThrow();
  if (width === null || height === null) throw invalid('cover', msg('Choose a picture'));
  return { cover: path, cover_width: width, cover_height: height };
}

/** A validated article, ready to store. */
interface CheckedArticle {
  title: string;
  text: string;
  warning: string;
  privacy: Privacy;
  tags: string[];
  categoryId: string | null;
  /** Empty if there is none. */
  cover: string;
  coverAlt: string;
  words: number;
  minutes: number;
}

/** Validates an article. Throws a `Problem` at the invalid field. */
export async function checkArticle(
  app: App,
  author: Pick<Viewer, 'id'>,
  given: ArticleContent,
  formerCategory: string | null = null,
): Promise<CheckedArticle> {
  const { title, warning, cover } = given;
  const privacy = privacies().find(({ value }) => value === given.privacy)?.value;
  if (!privacy) throw invalid('privacy', msg('Choose an audience'));
  const tags = parseTags(given.tags);
  const categoryId = await getCategory(app, given.category, formerCategory);
  const coverAlt = cleanText(given.coverAlt, 'coverAlt', longestAlt).replaceAll('\n', ' ');
  const { text: typed } = await normalizePictures(app, author, given.text);
  const text = cleanText(typed, 'text', longestOf.article);
  await prepareTexts(app, author.id, [measure.call(text)]);
  return {
    title,
    text,
    warning,
    privacy,
    tags,
    categoryId,
    cover,
    coverAlt,
    ...measure(text),
  };
}

/** Returns a listed article category, or the article's former category even if it is no longer listed. */
async function getCategory({ db }: App, id: string, former: string | null): Promise<string | null> {
  if (id === '') return null;
  if (id === former) return id;
  const found = /^\d{1,18}$/.test(id)
    ? await db
        .selectFrom('social.category')
        .where('id', '=', id)
        .where('kind', '=', 'blogs')
        .where('deleted_at', 'is', null)
        .select('id')
        .executeTakeFirst()
    : undefined;
  if (!found) throw invalid('category', msg('Choose a category from the list'));
  return found.id;
}

const maxTags = 10;
const longestTag = 60;

/** Parses hashtags typed into a field, separated by commas, spaces or `#`. Throws a `Problem` at `tags`. */
export function parseTags(typed: string): string[] {
  const words = typed
    .split(/[\s,;#，、]+/u)
    .filter((word) => word !== '')
    .map(toTag);
  const tags = [...new Set(words)];
  if (tags.length > maxTags) throw invalid('tags', msg('Add at most {maxTags} tags', { maxTags }));
  const odd = tags.find((tag) => !isTag(tag));
  if (odd !== undefined)
    throw invalid(
      'tags',
      msg('“{odd}” is not a valid tag. Use letters, digits and underscores.', {
        odd: odd.slice(0, longestTag),
      }),
    );
  return tags;
}

const isTag = (tag: string) =>
  /^[\p{L}\p{N}\p{M}_]+$/u.test(tag) && /\p{L}/u.test(tag) && tag.length <= longestTag;
