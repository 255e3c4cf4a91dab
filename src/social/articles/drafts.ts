import { missing, Problem, msg } from '../../kernel/problem.ts';
import { type App, verb, perAccount, inTransaction, type Viewer } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { type Draft, getDraft } from '../drafts/draft.ts';
import { saveDraft } from '../drafts/drafts.ts';
import { type ArticleContent, toArticleContent } from '../posts/post.ts';
import { normalizePictures } from '../uploads/uploads.ts';
import { addArticle } from './articles.ts';
import { getArticle } from './reading.ts';
import { minutes } from '../../kernel/time.ts';

interface SavedDraft {
  id: string;
  savedAt: Date;
}

/**
 * Saves an unfinished article or an unpublished change to one. `base` is the time of the last save known to
 * the client. If the draft was saved since, in another tab, it is not overwritten.
 */
export const saveArticleDraft = verb(
  { name: 'articles.save-draft', who: 'member', limit: perAccount(200, minutes(5)) },
  async (
    app,
    author: Viewer,
    { id, postId, base }: { id?: string | undefined; postId?: string | undefined; base?: string | undefined },
    content: ArticleContent,
  ): Promise<SavedDraft> => {
    if (postId !== undefined && (await getArticle(app, author, postId)).author.id !== author.id)
      throw new Problem('forbidden', msg('Only the author can edit an article'));
    const { paths } = await normalizePictures(app, author, content.text);
    return inTransaction(app, async (app) => {
      const known = await findDraft(app, author, id, postId);
      if (id !== undefined && !known) throw missing(msg('Draft'));
      if (known && known.updated_at.toISOString() !== base)
        throw new Problem('conflict', msg('This draft was changed in another tab and was not overwritten'));
      const files = content.cover === '' ? paths : [...paths, content.cover];
      const saved = await saveDraft(app, author, {
        id: known?.id,
        kind: 'article',
        postId,
        content: { ...content },
        files: await ownFiles(app, author, files),
      });
      const { updated_at: savedAt } = await app.db
        .selectFrom('social.draft')
        .where('id', '=', saved)
        .select('updated_at')
        .executeTakeFirstOrThrow();
      return { id: saved, savedAt };
    });
  },
);

const findDraft = (app: App, author: Viewer, id: string | undefined, postId: string | undefined) =>
  id === undefined && postId === undefined
    ? undefined
    : app.db
        .selectFrom('social.draft')
        .where('account_id', '=', author.id)
        .where('kind', '=', 'article')
        .$call(whenGiven(id, (query, id) => query.where('id', '=', id)))
        .$if(id === undefined, (query) => query.where('post_id', '=', postId ?? ''))
        .select(['id', 'updated_at'])
        .forUpdate()
        .executeTakeFirst();

/**
 * Filters paths to the author's own uploads. A draft may reference any path, but only these are kept for it.
 */
async function ownFiles(app: App, author: Viewer, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const rows = await app.db
    .selectFrom('social.upload')
    .where('account_id', '=', author.id)
    .where('path', 'in', paths)
    .select('path')
    .execute();
  return rows.map(({ path }) => path);
}

/** Returns one of the author's own unfinished articles. */
export async function getArticleDraft(app: App, author: Viewer, id: string) {
  const draft = await getDraft(app, author, id, 'article');
  return { ...draft, article: toArticleContent(draft.content) };
}

/** Returns the author's unpublished change to an article, if any. */
export async function findUnpublishedEdit(app: App, author: Viewer, postId: string) {
  const row = await findDraft(app, author, undefined, postId);
  return row && getArticleDraft(app, author, row.id);
}

/** Publishes a scheduled article. */
export const publishArticleDraft = (app: App, author: Viewer, draft: Draft): Promise<string> =>
  addArticle(app, author, toArticleContent(draft.content));
