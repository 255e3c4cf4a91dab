import { encrypt } from 'http_ece';
import { createECDH } from 'node:crypto';
import { findViewer } from '../../../identity/account/viewer.ts';
import { Problem } from '../../../kernel/problem.ts';
import { days } from '../../../kernel/time.ts';
import { inLanguage, readerLanguage } from '../../../web/translation/languages.ts';
import { t } from '../../../web/translation/translate.ts';
import { type App, inTransaction, type Viewer } from '../../../platform/app.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { type Call, isMissed, nameOfCall } from '../../chat/calls/call.ts';
import { getCalls } from '../../chat/calls/reading.ts';
import { getConversations } from '../../chat/conversations/reading.ts';
import { formerMember } from '../../chat/conversations/conversation.ts';
import { getMessages } from '../../chat/messages/message-rows.ts';
import { messageExcerpt } from '../../chat/messages/message.ts';
import { claimPushes, conversationTag, pushToReader } from '../../chat/delivery/push.ts';
import { getCounters } from '../counters.ts';
import { claimDelivery } from '../mail.ts';
import { inWords } from '../notification.ts';
import { listPushSubscriptions, type PushSubscription, vapidHeader } from './subscriptions.ts';

/** Pushes a notification to the receiver's browsers. Deletes expired subscriptions. */
export async function sendPush(app: App, { id }: { id: string }): Promise<void> {
  const found = await claimDelivery(app, id, 'pushed_at');
  if (!found) return;
  const { viewer, notification } = found;
  const body = JSON.stringify({
    title: inLanguage(readerLanguage(viewer.language), () => inWords(notification)),
    body: notification.excerpt,
    url: `/notifications/${notification.id}`,
    tag: `notification-${notification.id}`,
  });
  const subscriptions = await listPushSubscriptions(app, viewer.id);
  await Promise.all(subscriptions.map((subscription) => pushTo(app, subscription, body)));
}

interface Message {
  id: string;
  conversationId: string;
}

/** Queues a push job for each member who has not read the message. One failure does not delay the others. */
export const queueChatPushes = (app: App, message: Message): Promise<void> =>
  inTransaction(app, async (app) => {
    for (const reader of await claimPushes(app, message))
      await addJob(app, pushToReader, { ...message, ...reader });
  });

/** Pushes a message to the browsers of one reader, with one notification per conversation. */
export async function sendChatPush(
  app: App,
  { id, conversationId, accountId, isMentioned }: Message & { accountId: string; isMentioned: boolean },
): Promise<void> {
  await pushToAll(app, accountId, async (viewer) => {
    const [message] = await getMessages(app, viewer, [id]);
    const [conversation] = await getConversations(app, viewer, [conversationId], 4);
    if (!message || message.isDeleted || !conversation) return undefined;
    if (message.call && !isMissed(message.call)) return undefined;
    const preview = messageExcerpt(message);
    const author = message.author?.name ?? conversation.name;
    const who = isMentioned ? t('{name} mentioned you', { name: author }) : author;
    return {
      title: conversation.name,
      body: conversation.isGroup && !message.event ? `${who}: ${preview}` : preview,
      url: `/messages/${conversationId}`,
      tag: conversationTag(conversationId),
    };
  });
}

/** Closes the notification of a conversation in all browsers that showed it. */
export async function sendDismissPush(
  app: App,
  { accountId, conversationId }: { accountId: string; conversationId: string },
): Promise<void> {
  await pushToAll(app, accountId, () => Promise.resolve({ close: conversationTag(conversationId) }));
}

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

/**
 * Sends the payload that `read` returns, with the current counters, to all browsers of a person. Sends
 * nothing if it returns undefined.
 */
async function pushToAll(
  app: App,
  accountId: string,
  read: (viewer: Viewer) => Promise<object | undefined>,
): Promise<void> {
  const subscriptions = await listPushSubscriptions(app, accountId);
  const viewer = subscriptions.length > 0 ? await findViewer(app, accountId) : undefined;
  const pushed = viewer && (await inLanguage(readerLanguage(viewer.language), () => read(viewer)));
  if (!pushed) return;
  const { notifications, messages } = await getCounters(app, viewer);
  const body = JSON.stringify({ ...pushed, count: notifications + messages });
  await Promise.all(subscriptions.map((subscription) => pushTo(app, subscription, body)));
}

/** Statuses for an expired subscription, or one that rejects our keys. */
const dead = [403, 404, 410];
/** How long the push service retains an undelivered message. */
const cachedFor = days(1);

/** Sends a message to one browser. Deletes the subscription if it has expired. */
async function pushTo(app: App, subscription: PushSubscription, body: string): Promise<void> {
  const encrypted = encryptFor(app, subscription, body);
  if (!encrypted) return deleteSubscription(app, subscription);
  try {
    const { status } = await app.outbound.fetch(subscription.endpoint, {
      method: 'POST',
      headers: {
        authorization: vapidHeader(app, subscription.endpoint),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(cachedFor / 1000),
      },
      body: encrypted,
      max: 4096,
      longer: 'cut',
      hops: 0,
    });
    if (dead.includes(status)) await deleteSubscription(app, subscription);
    else if (status >= 300) app.log.warn({ status }, 'a push service rejected a notification');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The notification remains available on the site.
    app.log.warn({ err: error }, 'a push service could not be reached');
  }
}

async function deleteSubscription({ db }: App, { id }: PushSubscription): Promise<void> {
  await db.deleteFrom('social.push_subscription').where('id', '=', id).execute();
}

/**
 * Encrypts by RFC 8291 with an ephemeral key pair per message. Returns undefined if the browser's key is
 * invalid.
 */
function encryptFor({ log }: App, { p256dh, auth }: PushSubscription, body: string): Buffer | undefined {
  const privateKey = createECDH('prime256v1');
  privateKey.generateKeys();
  try {
    return encrypt(Buffer.from(body), { version: 'aes128gcm', privateKey, dh: p256dh, authSecret: auth });
  } catch (error) {
    log.warn({ err: error }, 'a push subscription has an invalid key');
    return undefined;
  }
}
