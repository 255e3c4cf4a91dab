import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { removeMessage, restoreMessage } from '../chat/messages/remove-message.ts';
import { countComment } from '../comments/count-comment.ts';
import { notifyComment } from '../notify/notify-comment.ts';
import { notifyMentioned } from '../notify/notify-mentioned.ts';
import { countPost } from '../posts/count-post.ts';
import { notifyShare, withdrawShare } from '../posts/sharing/shares.ts';
import { notifyAnswer, notifyReply } from '../subscriptions/notify-answer.ts';

/** Subjects that can be hidden and shown again. */
export type Subject = 'post' | 'comment' | 'page' | 'message';
type Shown = Exclude<Subject, 'message'>;

/**
 * Lets others see what was held, or removed by a moderator; it is counted, and told when it never was before. What its
 * author deleted stays deleted. Quiet when it is there already. What another kind counts or tells belongs here.
 */
export async function approveContent(app: App, subject: Subject, id: string): Promise<void> {
  if (subject === 'message') return restoreMessage(app, id);
  const before = await lock(app, subject, id);
  if (!before || !(before.held_at || before.removed_at)) return;
  const isRestored = isDeletedByRemoval(before);
  await app.db
    .updateTable(`social.${subject}`)
    .set({ held_at: null, removed_at: null, ...(isRestored && { deleted_at: null, deleted_by: null }) })
    .where('id', '=', id)
    .execute();
  if (before.deleted_at && !isRestored) return;
  await count(app, subject, id, 1);
  if (before.held_at) await sendNotice(app, subject, id, before.author_id);
  else if (subject === 'post') await notifyShare(app, id);
}

/**
 * Removes something for a moderator, who need not be among those it is for. What its author deleted before is removed as
 * well, so that they cannot restore it. Quiet when it was removed already.
 */
export async function removeContent(
  app: App,
  moderator: { id: string },
  subject: Subject,
  id: string,
): Promise<void> {
  if (subject === 'message') return removeMessage(app, id);
  const before = await lock(app, subject, id);
  if (!before || before.removed_at) return;
  const now = app.clock.now();
  await app.db
    .updateTable(`social.${subject}`)
    .set({ removed_at: now, ...(!before.deleted_at && { deleted_at: now, deleted_by: moderator.id }) })
    .where('id', '=', id)
    .execute();
  if (!before.deleted_at && !before.held_at) await leave(app, subject, id);
}

/** Keeps something from sight, also once its author restores it. Quiet when it is held already. */
export async function hide(app: App, subject: Shown, id: string): Promise<void> {
  const before = await lock(app, subject, id);
  if (!before || before.held_at) return;
  await app.db
    .updateTable(`social.${subject}`)
    .set({ held_at: app.clock.now() })
    .where('id', '=', id)
    .execute();
  if (!before.deleted_at) await leave(app, subject, id);
}

/** Reopens the case of removed content. Quiet when it is open. */
export async function holdAgain(app: App, subject: Subject, id: string): Promise<void> {
  if (subject === 'message') return restoreMessage(app, id);
  const before = await lock(app, subject, id);
  if (before?.removed_at) {
    const isRestored = isDeletedByRemoval(before);
    await app.db
      .updateTable(`social.${subject}`)
      .set({ removed_at: null, ...(isRestored && { deleted_at: null, deleted_by: null }) })
      .where('id', '=', id)
      .execute();
    if (isRestored && !before.held_at) await count(app, subject, id, 1);
  }
  await hide(app, subject, id);
}

const lock = (app: App, subject: Shown, id: string) =>
  app.db
    .selectFrom(`social.${subject}`)
    .where('id', '=', id)
    .select([
      sql<string>`${authorOf(subject)}`.as('author_id'),
      'held_at',
      'deleted_at',
      'deleted_by',
      'removed_at',
    ])
    .forUpdate()
    .executeTakeFirst();

/** Whether it was there until a moderator removed it. */
const isDeletedByRemoval = (thing: NonNullable<Awaited<ReturnType<typeof lock>>>) =>
  thing.removed_at !== null &&
  thing.deleted_at?.getTime() === thing.removed_at.getTime() &&
  thing.deleted_by !== thing.author_id;

const authorOf = (subject: Shown) => sql.ref(subject === 'page' ? 'owner_id' : 'author_id');

/** Removes hidden content from counts, and withdraws notifications of shares. */
async function leave(app: App, subject: Shown, id: string): Promise<void> {
  await count(app, subject, id, -1);
  if (subject === 'post') await withdrawShare(app, id);
}

/** Held and removed content is not counted. */
async function count(app: App, subject: Shown, id: string, n: 1 | -1): Promise<void> {
  if (subject === 'post') await countPost(app, id, n);
  if (subject === 'comment') await countComment(app, id, n);
}

/** Those whom it concerns. */
async function sendNotice(app: App, subject: Shown, id: string, authorId: string): Promise<void> {
  if (subject === 'post') await notifyMentioned(app, authorId, { postId: id });
  if (subject === 'post') await notifyShare(app, id);
  if (subject === 'post') await notifyAnswer(app, id);
  if (subject === 'post') await notifyReply(app, id);
  if (subject === 'comment') await notifyComment(app, id);
}
