import { sql } from 'kysely';
import { sharesSignal, getPrivacy } from '../../../identity/account/privacy.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { blockedBetween } from '../../people/between.ts';
import { memberships } from '../conversations/memberships.ts';

export const presenceTopic = 'chat.presence';

export interface Presence {
  account: string;
  isOnline: boolean;
  to: string[];
}

/** Maximum recent chat partners who are notified of an account's presence. */
const maxNotified = 200;

/**
 * Announces that an account is online or offline to the people it chats with, if both share their presence.
 */
export function announcePresence(app: App, viewer: Viewer, isOnline: boolean): Promise<void> {
  return announce(app, viewer, isOnline).catch((error: unknown) => {
    app.log.warn({ err: error }, 'presence could not be announced');
  });
}

async function announce(app: App, viewer: Viewer, isOnline: boolean): Promise<void> {
  if (!(await getPrivacy(app, viewer.id)).shares.presence) return;
  const others = await memberships(app.db, viewer.id)
    .innerJoin('social.conversation_member as other', 'other.conversation_id', 'conversation.id')
    .where('conversation.is_group', '=', false)
    .whereRef('other.account_id', '<>', 'mine.account_id')
    .where('mine.requested_at', 'is', null)
    .where('other.requested_at', 'is', null)
    .where(sharesSignal('other.account_id', 'presence'))
    .where((eb) => eb.not(blockedBetween('other.account_id', viewer.id)))
    .orderBy('mine.last_message_id', 'desc')
    .limit(sql.lit(maxNotified))
    .select('other.account_id')
    .execute();
  const presence: Presence = { account: viewer.id, isOnline, to: others.map(({ account_id }) => account_id) };
  if (presence.to.length > 0) await app.broadcast.publish(app, presenceTopic, { ...presence });
}
