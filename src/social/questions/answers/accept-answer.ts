import { t } from '../../../kernel/translation/translate.ts';
import { missing, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { notify, withdraw } from '../../notify/notify.ts';
import { getPostHeader, type PostHeader } from '../../posts/reading/visible.ts';

/**
 * Accepts an answer, replacing an earlier one, which marks the question as solved. Only the asker can accept.
 */
export async function acceptAnswer(app: App, viewer: Viewer, answerId: string): Promise<void> {
  const answer = await getOwn(app, viewer, answerId);
  if (answer.heldAt) throw new Problem('conflict', t('This answer is waiting for review'));
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
}

/** Revokes the acceptance. No-op if the answer is not accepted. */
export async function unacceptAnswer(app: App, viewer: Viewer, answerId: string): Promise<void> {
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
}

/** Returns an answer to the viewer's own question. */
async function getOwn(app: App, viewer: Viewer, id: string): Promise<PostHeader & { questionId: string }> {
  const answer = await getPostHeader(app, viewer, id);
  if (answer.kind !== 'answer' || answer.parentId === null) throw missing(t('Answer'));
  const question = await getPostHeader(app, viewer, answer.parentId);
  if (question.author.id !== viewer.id)
    throw new Problem('forbidden', t('Only the person who asked can accept an answer'));
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
