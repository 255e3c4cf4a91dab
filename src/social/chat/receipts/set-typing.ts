import { getPrivacy } from '../../../identity/account/privacy.ts';
import { sharesSignal } from '../../../identity/account/privacy.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { blockedBetween } from '../../people/between.ts';
import { requireMember } from '../conversations/require-member.ts';

/** Broadcasts typing indicators to every process. */
export const typingTopic = 'chat.typing';

export interface Typing {
  conversation: string;
  account: string;
  name: string;
  isTyping: boolean;
  /** The recipients. */
  to: string[];
}

/**
 * Records that the viewer is typing or has stopped. Others see it only if both share it and the request has
 * been accepted.
 */
export async function setTyping(
  app: App,
  viewer: Viewer,
  conversationId: string,
  isTyping: boolean,
): Promise<void> {
  const { isRequest } = await requireMember(app, viewer, conversationId);
  await app.db
    .updateTable('social.conversation_member')
    .set({ typing_at: isTyping ? app.clock.now() : null })
    .where('conversation_id', '=', conversationId)
    .where('account_id', '=', viewer.id)
    .execute();
  const { shares } = await getPrivacy(app, viewer.id);
  if (isRequest || !shares.typing) return;
  const readers = await app.db
    .selectFrom('social.conversation_member as member')
    .where('conversation_id', '=', conversationId)
    .where('account_id', '<>', viewer.id)
    .where('requested_at', 'is', null)
    .where(sharesSignal('member.account_id', 'typing'))
    .where((eb) => eb.not(blockedBetween('member.account_id', viewer.id)))
    .select('account_id')
    .execute();
  const typing: Typing = {
    conversation: conversationId,
    account: viewer.id,
    name: viewer.name,
    isTyping,
    to: readers.map(({ account_id }) => account_id),
  };
  if (typing.to.length > 0) await app.broadcast.publish(app, typingTopic, { ...typing });
}
