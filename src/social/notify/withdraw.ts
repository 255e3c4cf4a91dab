import type { App } from '../../platform/app.ts';
import { announceCounters } from './announce-counters.ts';
import type { NotificationKind } from './kinds.ts';

interface UndoneAction {
  kind: NotificationKind;
  /** The person who was notified. */
  to: string;
  /** The person who undid it. */
  by: string;
  postId?: string;
  commentId?: string;
}

/** Withdraws notifications of undone actions. */
export async function withdraw(app: App, { kind, to, by, postId, commentId }: UndoneAction): Promise<void> {
  const withdrawn = await app.db
    .updateTable('social.notification_actor as actor')
    .from('social.notification as notification')
    .set({ undone_at: app.clock.now() })
    .whereRef('notification.id', '=', 'actor.notification_id')
    .where('actor.actor_id', '=', by)
    .where('actor.undone_at', 'is', null)
    .where('notification.account_id', '=', to)
    .where('notification.kind', '=', kind)
    .where('notification.post_id', 'is not distinct from', postId ?? null)
    .where('notification.comment_id', 'is not distinct from', commentId ?? null)
    .returning('actor.id')
    .execute();
  if (withdrawn.length > 0) await announceCounters(app, to);
}

/** Withdraws existing notifications between two people. */
export async function withdrawBetween(app: App, one: string, other: string): Promise<void> {
  await app.db
    .deleteFrom('social.notification_actor as actor')
    .using('social.notification as notification')
    .whereRef('notification.id', '=', 'actor.notification_id')
    .where((eb) =>
      eb.or([
        eb('actor.actor_id', '=', one).and('notification.account_id', '=', other),
        eb('actor.actor_id', '=', other).and('notification.account_id', '=', one),
      ]),
    )
    .execute();
  await announceCounters(app, one, other);
}
