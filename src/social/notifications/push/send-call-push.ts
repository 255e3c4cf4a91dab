import { t } from '../../../kernel/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import type { Call } from '../../chat/calls/call.ts';
import { nameOfCall } from '../../chat/calls/outcome.ts';
import { getCalls } from '../../chat/calls/get-calls.ts';
import { formerMember } from '../../chat/conversations/name-of.ts';
import { conversationTag } from '../../chat/push/conversation-tag.ts';
import { pushToAll } from './push-to-all.ts';

/** Sends a push to members for whom a call is still ringing, unless they muted the conversation. */
export async function sendCallPush(app: App, { callId }: { callId: string }): Promise<void> {
  const rung = await app.db
    .selectFrom('social.call_member as part')
    .innerJoin('social.call as call', 'call.id', 'part.call_id')
    .innerJoin('social.conversation_member as member', (join) =>
      join
        .onRef('member.conversation_id', '=', 'call.conversation_id')
        .onRef('member.account_id', '=', 'part.account_id'),
    )
    .where('call.id', '=', callId)
    .where('call.ended_at', 'is', null)
    .where('part.state', '=', 'ringing')
    .where((eb) =>
      eb.or([eb('member.muted_until', 'is', null), eb('member.muted_until', '<=', app.clock.now())]),
    )
    .select('part.account_id')
    .execute();
  for (const { account_id: accountId } of rung)
    await pushToAll(app, accountId, async (viewer) => {
      const [call] = await getCalls(app, viewer, [callId]);
      return (
        call && {
          title: nameOfCall(call),
          body: bodyOf(call),
          url: `/messages/calls/${call.id}`,
          // The result of the call is a message in the conversation, whose notification replaces this one.
          tag: conversationTag(call.conversationId),
        }
      );
    });
}

function bodyOf({ isVideo, isGroup, caller }: Call): string {
  if (isGroup) {
    const name = caller?.name ?? formerMember();
    return isVideo
      ? t('Incoming group video call from {name}', { name })
      : t('Incoming group call from {name}', { name });
  }
  return isVideo ? t('Incoming video call') : t('Incoming call');
}
