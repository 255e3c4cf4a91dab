import { t } from '../../../kernel/translation/translate.ts';
import { Value } from 'typebox/value';
import type { Static, TSchema } from 'typebox';
import { Problem } from '../../../kernel/problem.ts';
import { minutes } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { enforce } from '../../../platform/limits.ts';
import {
  ConversationBody,
  MessageBody,
  requiredId,
  SeenBody,
  toBoolean,
  toIds,
  toNewMessage,
  TypingBody,
} from '../body.ts';
import { getConversation } from '../conversations/find-conversation.ts';
import { getThread } from '../conversations/get-thread.ts';
import { sendMessage } from '../messages/send-message.ts';
import { markSeen } from '../receipts/mark-seen.ts';
import { setTyping } from '../receipts/set-typing.ts';
import { toSeen } from '../receipts/to-seen.ts';
import { toConversationRecord } from '../wire.ts';

/** Validates a client's event. Throws a `Problem` if it is invalid. */
function read<S extends TSchema>(schema: S, sent: unknown): Static<S> {
  if (!Value.Check(schema, sent)) throw new Problem('invalid', t('The event is missing required fields'));
  return sent;
}

type Handle = (app: App, viewer: Viewer, sent: unknown) => Promise<object>;

/**
 * Handlers of client events, with the same operations as the API. The result is sent as the acknowledgement.
 */
export const clientEvents: Readonly<Record<string, Handle>> = {
  event_client_open_thread: async (app, viewer, sent) => {
    const id = requiredId('conversation_id', read(ConversationBody, sent).conversation_id);
    return getThread(app, viewer, await getConversation(app, viewer, id));
  },
  event_client_close_chatbox: async (app, viewer, sent) => {
    const id = requiredId('conversation_id', read(ConversationBody, sent).conversation_id);
    await setTyping(app, viewer, id, false);
    return {};
  },
  event_client_typing: async (app, viewer, sent) => {
    const body = read(TypingBody, sent);
    await setTyping(
      app,
      viewer,
      requiredId('conversation_id', body.conversation_id),
      toBoolean(body.is_typing),
    );
    return {};
  },
  event_client_seen: async (app, viewer, sent) => {
    await markSeen(app, viewer, await toSeen(app, viewer, toIds('ids', read(SeenBody, sent).ids)));
    return {};
  },
  event_client_send_message: async (app, viewer, sent) => {
    const { conversationId } = await sendMessage(app, viewer, toNewMessage(read(MessageBody, sent)));
    return toConversationRecord(app, await getConversation(app, viewer, conversationId));
  },
};

/** Handles a client event. Errors are returned as `{ error, message }`. */
export async function handleEvent(
  app: App,
  viewer: Viewer,
  name: string,
  sent: unknown,
): Promise<{ answer: object; problem?: Problem }> {
  try {
    enforce(
      await app.limits.consume(
        { name: 'chat:socket', calls: 300, within: minutes(1), local: true },
        viewer.id,
      ),
    );
    if (!viewer.isActivated || viewer.isBeingDeleted)
      throw new Problem('forbidden', t('Your account cannot send messages at the moment'));
    const answer = await clientEvents[name]?.(app, viewer, sent);
    return { answer: answer ?? {} };
  } catch (error) {
    const problem =
      error instanceof Problem ? error : new Problem('failed', t('Something went wrong'), { cause: error });
    if (problem.kind === 'failed') app.log.error({ err: error }, 'a socket event failed');
    return { answer: { error: true, message: problem.message }, problem };
  }
}
