import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { countComment } from '../comments/count-comment.ts';
import { notifyComment } from '../notifications/notify-comment.ts';
import { notifyMentioned } from '../notifications/notify-mentioned.ts';
import { countPost } from '../posts/count-post.ts';
import { notifyShare, withdrawShare } from '../posts/shares.ts';
import { notifyReply } from '../forums/notify-reply.ts';
import { notifyAnswer } from '../questions/notify-answer.ts';

/** What can be kept from sight and be shown again. */
export type Subject = 'post' | 'comment' | 'page';

/**
 * Lets others see what was held, or taken away by a moderator; it is counted, and told when it never was before. What
 * its author took away stays away. Quiet when it is there already. What another kind counts or tells belongs here.
 */
export async function letThrough(app: App, subject: Subject, id: string): Promise<void> {
  const before = await app.db
    .selectFrom(`social.${subject}`)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('held_at', 'is not', null), eb('deleted_at', 'is not', null)]))
    .select([sql<string>`${authorOf(subject)}`.as('author_id'), 'held_at', 'deleted_at', 'deleted_by'])
    .forUpdate()
    .executeTakeFirst();
  if (!before || (before.deleted_at && before.deleted_by === before.author_id)) return;
  await app.db
    .updateTable(`social.${subject}`)
    .set({ held_at: null, deleted_at: null, deleted_by: null })
    .where('id', '=', id)
    .execute();
  await count(app, subject, id, 1);
  if (before.held_at) await tell(app, subject, id, before.author_id);
  else if (subject === 'post') await notifyShare(app, id);
}

/** Takes something away for a moderator, who need not be among those it is for. Quiet when it is gone. */
export async function takeAway(
  app: App,
  moderator: { id: string },
  subject: Subject,
  id: string,
): Promise<void> {
  const taken = await app.db
    .updateTable(`social.${subject}`)
    .set({ deleted_at: app.clock.now(), deleted_by: moderator.id })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('held_at')
    .executeTakeFirst();
  if (taken && !taken.held_at) await leave(app, subject, id);
}

/** Keeps something from sight. Quiet when it is held already, or gone. */
export async function hide(app: App, subject: Subject, id: string): Promise<void> {
  const hidden = await app.db
    .updateTable(`social.${subject}`)
    .set({ held_at: app.clock.now() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('held_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (hidden) await leave(app, subject, id);
}

/** What was taken away waits again, as it did. Quiet when it is there. */
export async function holdAgain(app: App, subject: Subject, id: string): Promise<void> {
  await app.db
    .updateTable(`social.${subject}`)
    .set({ deleted_at: null, deleted_by: null })
    .where('id', '=', id)
    .where('held_at', 'is not', null)
    .where('deleted_at', 'is not', null)
    .execute();
  await hide(app, subject, id);
}

const authorOf = (subject: Subject) => sql.ref(subject === 'page' ? 'owner_id' : 'author_id');

/** What is seen no more is not counted, and whose post it shared hears of it no more. */
async function leave(app: App, subject: Subject, id: string): Promise<void> {
  await count(app, subject, id, -1);
  if (subject === 'post') await withdrawShare(app, id);
}

/** What is held or taken away is not counted. */
async function count(app: App, subject: Subject, id: string, n: 1 | -1): Promise<void> {
  if (subject === 'post') await countPost(app, id, n);
  if (subject === 'comment') await countComment(app, id, n);
}

/** Those whom it concerns. */
async function tell(app: App, subject: Subject, id: string, authorId: string): Promise<void> {
  if (subject === 'post') await notifyMentioned(app, authorId, { postId: id });
  if (subject === 'post') await notifyShare(app, id);
  if (subject === 'post') await notifyAnswer(app, id);
  if (subject === 'post') await notifyReply(app, id);
  if (subject === 'comment') await notifyComment(app, id);
}
