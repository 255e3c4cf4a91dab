import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { removeMessage, restoreMessage } from '../chat/messages/remove-message.ts';
import { countComment } from '../comments/comments.ts';
import { notifyComment, notifyMentioned } from '../notify/comments-and-mentions.ts';
import { countPost } from '../posts/count-post.ts';
import { notifyShare, withdrawShare } from '../posts/sharing/shares.ts';
import { notifyAnswer, notifyReply } from '../subscriptions/notify-answer.ts';

/** Subjects that can be hidden and restored. */
export type Subject = 'post' | 'comment' | 'page' | 'message';
type Shown = Exclude<Subject, 'message'>;

/**
 * Publishes content that was held, or removed by a moderator. Updates counters, and sends notifications if it
 * was never visible before. Content deleted by its author stays deleted. No-op if the content is visible.
 * Counters and notifications of other kinds of content belong here.
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
 * Removes content on behalf of a moderator, who may be outside its audience. Content that its author deleted
 * before is marked removed as well, so the author cannot restore it. No-op if it is already removed.
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
  if (!before.deleted_at && !before.held_at) await decrementCountsOf(app, subject, id);
}

/** Hides content, even if its author restores it later. No-op if it is already held. */
export async function hide(app: App, subject: Shown, id: string): Promise<void> {
  const before = await lock(app, subject, id);
  if (!before || before.held_at) return;
  await app.db
    .updateTable(`social.${subject}`)
    .set({ held_at: app.clock.now() })
    .where('id', '=', id)
    .execute();
  if (!before.deleted_at) await decrementCountsOf(app, subject, id);
}

/** Turns removed content back into held content. No-op if it is already held. */
export async function revertToHeld(app: App, subject: Subject, id: string): Promise<void> {
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

/** Whether the removal by a moderator deleted the content, and not an earlier deletion by its author. */
const isDeletedByRemoval = (thing: NonNullable<Awaited<ReturnType<typeof lock>>>) =>
  thing.removed_at !== null &&
  thing.deleted_at?.getTime() === thing.removed_at.getTime() &&
  thing.deleted_by !== thing.author_id;

const authorOf = (subject: Shown) => sql.ref(subject === 'page' ? 'owner_id' : 'author_id');

/** Subtracts hidden content from counters and withdraws share notifications. */
async function decrementCountsOf(app: App, subject: Shown, id: string): Promise<void> {
  await count(app, subject, id, -1);
  if (subject === 'post') await withdrawShare(app, id);
}

/** Updates counters. Held and removed content is not counted. */
async function count(app: App, subject: Shown, id: string, n: 1 | -1): Promise<void> {
  if (subject === 'post') await countPost(app, id, n);
  if (subject === 'comment') await countComment(app, id, n);
}

/** Notifies the people concerned: mentioned people and the authors of parent content. */
async function sendNotice(app: App, subject: Shown, id: string, authorId: string): Promise<void> {
  if (subject === 'post') await notifyMentioned(app, authorId, { postId: id });
  if (subject === 'post') await notifyShare(app, id);
  if (subject === 'post') await notifyAnswer(app, id);
  if (subject === 'post') await notifyReply(app, id);
  if (subject === 'comment') await notifyComment(app, id);
}
