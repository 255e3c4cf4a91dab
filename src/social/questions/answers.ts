import { missing, Problem, msg } from '../../kernel/problem.ts';
import { type App, verb, perAccount, inTransaction, type Viewer } from '../../platform/app.ts';
import { refuseOutsiders } from '../access/group.ts';
import { ensureFollowing, notifyAnswer } from '../notifications/thread-subscriptions.ts';
import { notify, withdraw } from '../notify/notify.ts';
import { editPost } from '../posts/editing.ts';
import { publishPost } from '../posts/publishing.ts';
import { getPostHeader, type PostHeader } from '../posts/reading/visible.ts';
import { minutes } from '../../kernel/time.ts';

/** Answers a question visible to the viewer and follows the question. Returns the answer's id. */
export const addAnswer = verb(
  { name: 'questions.answer', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app, author: Viewer, questionId: string, text: string): Promise<string> => {
    const question = await getPostHeader(app, author, questionId);
    if (question.kind !== 'question') throw missing(msg('Question'));
    if (question.group) refuseOutsiders(question.group);
    const groupId = question.group?.id;
    return publishPost(
      app,
      author,
      // An answer is where its question is.
      { kind: 'answer', text, privacy: 'public', photos: [], parentId: questionId, groupId },
      async (app, id, heldAt) => {
        await refuseClosed(app, questionId);
        await app.db.insertInto('social.answer').values({ post_id: id, question_id: questionId }).execute();
        await ensureFollowing(app, author, questionId);
        if (!heldAt) await notifyAnswer(app, id);
      },
    );
  },
);

/** Checks again under a lock, so that the question cannot be closed concurrently. */
async function refuseClosed({ db }: App, questionId: string): Promise<void> {
  const { locked_at, deleted_at } = await db
    .selectFrom('social.post')
    .where('id', '=', questionId)
    .select(['locked_at', 'deleted_at'])
    .forShare()
    .executeTakeFirstOrThrow();
  if (deleted_at) throw missing(msg('Question'));
  if (locked_at) throw new Problem('conflict', msg('This question is closed to new answers'));
}

/** Edits the author's own answer and stores the former text as a revision. */
export const editAnswer = verb(
  { name: 'questions.edit-answer', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app, author: Viewer, id: string, text: string) => {
    const { kind, parentId } = await getPostHeader(app, author, id);
    if (kind !== 'answer' || parentId === null) throw missing(msg('Answer'));
    await editPost(app, author, id, { text, alts: new Map() }, async (app, heldAt) => {
      if (heldAt) return;
      await app.db
        .updateTable('social.question')
        .set({ active_at: app.clock.now() })
        .where('post_id', '=', parentId)
        .execute();
    });
  },
);

/**
 * Accepts an answer, replacing an earlier one, which marks the question as solved. Only the asker can accept.
 */
export const acceptAnswer = verb(
  { name: 'questions.accept', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app, viewer: Viewer, answerId: string) => {
    const answer = await getOwn(app, viewer, answerId);
    if (answer.heldAt) throw new Problem('conflict', msg('This answer is waiting for review'));
    await inTransaction(app, async (app) => {
      const before = await lock(app, answer.questionId);
      if (before === answerId) return;
      if (before !== null) await withdrawNotification(app, viewer, answer.questionId, before);
      const at = app.clock.now();
      await app.db
        .updateTable('social.question')
        .set({ accepted_id: answerId, accepted_at: at, solved_at: at })
        .where('post_id', '=', answer.questionId)
        .execute();
      await notify(app, {
        to: answer.author.id,
        kind: 'accepted',
        by: viewer.id,
        postId: answer.questionId,
      });
    });
  },
);

/** Revokes the acceptance. No-op if the answer is not accepted. */
export const unacceptAnswer = verb(
  { name: 'questions.unaccept', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app, viewer: Viewer, answerId: string) => {
    const { questionId } = await getOwn(app, viewer, answerId);
    await inTransaction(app, async (app) => {
      if ((await lock(app, questionId)) !== answerId) return;
      await withdrawNotification(app, viewer, questionId, answerId);
      await app.db
        .updateTable('social.question')
        .set({ accepted_id: null, accepted_at: null, solved_at: null })
        .where('post_id', '=', questionId)
        .execute();
    });
  },
);

/** Returns an answer to the viewer's own question. */
async function getOwn(app: App, viewer: Viewer, id: string): Promise<PostHeader & { questionId: string }> {
  const answer = await getPostHeader(app, viewer, id);
  if (answer.kind !== 'answer' || answer.parentId === null) throw missing(msg('Answer'));
  const question = await getPostHeader(app, viewer, answer.parentId);
  if (question.author.id !== viewer.id)
    throw new Problem('forbidden', msg('Only the person who asked can accept an answer'));
  return { ...answer, questionId: question.id };
}

/** Locks the question until the end of the transaction and returns its accepted answer. */
async function lock({ db }: App, questionId: string): Promise<string | null> {
  const { accepted_id } = await db
    .selectFrom('social.question')
    .where('post_id', '=', questionId)
    .select('accepted_id')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return accepted_id;
}

async function withdrawNotification(
  app: App,
  viewer: Viewer,
  questionId: string,
  answerId: string,
): Promise<void> {
  const { author_id: to } = await app.db
    .selectFrom('social.post')
    .where('id', '=', answerId)
    .select('author_id')
    .executeTakeFirstOrThrow();
  await withdraw(app, { kind: 'accepted', to, by: viewer.id, postId: questionId });
}
