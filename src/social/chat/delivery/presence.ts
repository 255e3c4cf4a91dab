import { sql } from 'kysely';
import { getPrivacy, sharesSignal } from '../../../identity/account/privacy.ts';
import { seconds, minutes } from '../../../kernel/time.ts';
import { type App, perAccount, verb, type Viewer } from '../../../platform/app.ts';
import type { Live } from '../../live/open-live.ts';
import { blockedBetween } from '../../people/person.ts';
import { memberships, requireMember } from '../conversations/conversation.ts';

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
export const setTyping = verb(
  { name: 'chat.typing', scope: 'messages', who: 'member', limit: perAccount(600, minutes(1)) },
  async (app: App, viewer: Viewer, conversationId: string, isTyping: boolean): Promise<void> => {
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
  },
);

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

/**
 * Delay before an account without streams goes offline, because people move from page to page. Apps stay
 * connected.
 */
const pauses = { page: seconds(15), app: 0 } as const;
/** How long other processes have to respond that an account has a stream there. */
const answerWait = seconds(1);

const askedTopic = 'chat.presence.asked';
const hereTopic = 'chat.presence.here';

/**
 * Announces accounts that open their first stream or close their last one. Before an account goes offline,
 * asks the other processes for its streams. Returns a function that ends this.
 */
export function watchPresence(app: App, live: Live): () => void {
  const open = new Map<string, number>();
  const leaving = new Map<string, NodeJS.Timeout>();
  const publish = (topic: string, account: string) =>
    void app.broadcast.publish(app, topic, account).catch((error: unknown) => {
      app.log.warn({ err: error }, 'presence could not be announced');
    });
  const stay = (account: string) => {
    clearTimeout(leaving.get(account));
    return leaving.delete(account);
  };
  const later = (account: string, delay: number, work: () => void) =>
    leaving.set(account, setTimeout(work, delay).unref());
  const ask = (viewer: Viewer) => {
    publish(askedTopic, viewer.id);
    later(viewer.id, answerWait, () => {
      leaving.delete(viewer.id);
      void announcePresence(app, viewer, false);
    });
  };

  const stops = [
    live.watch((viewer, { kind }, isOpened) => {
      const { id } = viewer;
      const count = (open.get(id) ?? 0) + (isOpened ? 1 : -1);
      if (count > 0) open.set(id, count);
      else open.delete(id);
      if (isOpened) {
        const wasGoingOffline = stay(id);
        if (count !== 1) return;
        // Tells other processes that the account is not going offline.
        publish(hereTopic, id);
        if (!wasGoingOffline) void announcePresence(app, viewer, true);
      } else if (count === 0) later(id, pauses[kind], () => ask(viewer));
    }),
    app.broadcast.subscribe(askedTopic, (payload) => {
      const account = payload as string;
      if (open.has(account)) publish(hereTopic, account);
    }),
    app.broadcast.subscribe(hereTopic, (payload) => void stay(payload as string)),
  ];
  return () => {
    for (const stop of stops) stop();
    for (const timer of leaving.values()) clearTimeout(timer);
  };
}
