import { addAuditEntry } from '../../identity/operators/audit.ts';
import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { cleanText, isBlank } from '../../kernel/text.ts';
import { type App, verb, perAccount, inTransaction, may, type Viewer } from '../../platform/app.ts';
import { requireMembership } from '../access/group.ts';
import { listCategories } from '../categories.ts';
import { ensureFollowing } from '../notifications/thread-subscriptions.ts';
import { editPost } from '../posts/editing.ts';
import { publishPost } from '../posts/publishing.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import { joinTags, readTags } from './question.ts';
import { getQuestion } from './reading.ts';
import { minutes } from '../../kernel/time.ts';

interface NewQuestion {
  title: string;
  /** Markdown. */
  text: string;
  /** As typed. */
  tags?: string | undefined;
  /** Empty for none. */
  categoryId?: string | undefined;
  /** The group in which it is asked. It stays in it. Empty for none. */
  groupId?: string | undefined;
}

/** Creates a question, which the asker follows. Returns its id. */
export const askQuestion = verb(
  { name: 'questions.ask', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app, asker: Viewer, given: NewQuestion): Promise<string> => {
    const { groupId = '' } = given;
    if (groupId !== '') await requireMembership(app, asker, groupId);
    const { title, text, tags, categoryId } = await checkQuestion(app, given);
    return publishPost(
      app,
      asker,
      { kind: 'question', title, text, privacy: 'public', photos: [], ...(groupId !== '' && { groupId }) },
      async (app, id) => {
        await app.db
          .insertInto('social.question')
          .values({ post_id: id, category_id: categoryId, active_at: app.clock.now() })
          .execute();
        await saveTags(app, id, tags);
        await ensureFollowing(app, asker, id);
      },
    );
  },
);

/** Validates a question. Its tags are appended to the text. */
export async function checkQuestion(
  app: App,
  { title, text, tags: typed = '', categoryId = '' }: NewQuestion,
) {
  if (isBlank(text)) throw invalid('text', msg('Add more details'));
  const tags = readTags(typed);
  return {
    title,
    text: joinTags(text.trimEnd(), tags),
    tags,
    categoryId: await checkCategory(app, categoryId),
  };
}

/** Edits the asker's own question and stores the former text as a revision. */
export const editQuestion = verb(
  { name: 'questions.edit', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app, asker: Viewer, id: string, given: NewQuestion) => {
    const { kind } = await getPostHeader(app, asker, id);
    if (kind !== 'question') throw missing(msg('Question'));
    const { title, text, tags, categoryId } = await checkQuestion(app, given);
    await editPost(app, asker, id, { title, text, alts: new Map() }, async (app) => {
      await app.db
        .updateTable('social.question')
        .set({ category_id: categoryId, active_at: app.clock.now() })
        .where('post_id', '=', id)
        .execute();
      await saveTags(app, id, tags);
    });
  },
);

export const longestCloseReason = 200;

interface QuestionClosing {
  /** The public reason. May be empty for a duplicate. */
  because: string;
  /** The original question. Empty if it is no duplicate. */
  duplicateOf?: string | undefined;
}

/** Closes a question to answers with a reason. Closing it again updates the reason. For moderators. */
export const closeQuestion = verb(
  { name: 'questions.close', who: 'moderator' },
  async (app, moderator: Viewer, id: string, { because, duplicateOf = '' }: QuestionClosing) => {
    await refuse(app, moderator, id);
    const reason = cleanText(because, 'because', longestCloseReason).replaceAll('\n', ' ').trim();
    const original = duplicateOf === '' ? null : await getOriginal(app, moderator, id, duplicateOf);
    if (isBlank(reason) && original === null)
      throw invalid('because', msg('Enter a reason or the original question'));
    await inTransaction(app, async (app) => {
      const locked_at = app.clock.now();
      await app.db.updateTable('social.post').set({ locked_at }).where('id', '=', id).execute();
      await app.db
        .updateTable('social.question')
        .set({ closed_reason: reason, closed_by: moderator.id, duplicate_of: original })
        .where('post_id', '=', id)
        .execute();
      await addAuditEntry(app, moderator.id, 'question.close', `post ${id}`, reason || `→ post ${original}`);
    });
  },
);

/** Reopens a question. No-op if it is open. */
export const reopenQuestion = verb(
  { name: 'questions.reopen', who: 'moderator' },
  async (app, moderator: Viewer, id: string) => {
    await refuse(app, moderator, id);
    await inTransaction(app, async (app) => {
      const opened = await app.db
        .updateTable('social.post')
        .set({ locked_at: null })
        .where('id', '=', id)
        .where('locked_at', 'is not', null)
        .returning('id')
        .executeTakeFirst();
      if (!opened) return;
      await app.db
        .updateTable('social.question')
        .set({ closed_reason: '', closed_by: null, duplicate_of: null })
        .where('post_id', '=', id)
        .execute();
      await addAuditEntry(app, moderator.id, 'question.reopen', `post ${id}`);
    });
  },
);

async function refuse(app: App, moderator: Viewer, id: string): Promise<void> {
  const { kind } = await getPostHeader(app, moderator, id);
  if (kind !== 'question') throw missing(msg('Question'));
  if (!may(moderator, 'moderate')) throw new Problem('forbidden', msg('Only moderators can close questions'));
}

/** Resolves a duplicate to its original, so that readers are redirected only once. */
async function getOriginal(app: App, moderator: Viewer, id: string, named: string): Promise<string> {
  const first = await getQuestion(app, moderator, named).catch((error: unknown) => {
    if (error instanceof Problem && error.kind === 'missing')
      throw invalid('duplicate_of', msg('Question not found'));
    throw error;
  });
  const original = first.duplicateOf ?? first.post.id;
  if (original === id) throw invalid('duplicate_of', msg('A question cannot be a duplicate of itself'));
  return original;
}

/** Returns the id of a question category, or null for none. */
async function checkCategory(app: Pick<App, 'db'>, id: string): Promise<string | null> {
  if (id === '') return null;
  const categories = await listCategories(app, 'questions');
  if (!categories.some((category) => category.id === id)) throw invalid('category', msg('Choose a category'));
  return id;
}

/** Replaces the stored tags of a question. */
async function saveTags({ db }: App, id: string, tags: readonly string[]): Promise<void> {
  await db.deleteFrom('social.question_tag').where('post_id', '=', id).execute();
  const rows = tags.map((tag) => ({ tag, post_id: id }));
  if (rows.length > 0) await db.insertInto('social.question_tag').values(rows).execute();
}
