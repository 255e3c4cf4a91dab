import { minutes } from '../../../kernel/time.ts';
import { toPrivacy } from '../../../identity/account/privacy.ts';
import type { App } from '../../../platform/app.ts';
import type { MemberRow } from '../conversations/member-rows.ts';
import type { Message } from '../messages/message.ts';
import { isPending, toSignals } from './to-signals.ts';

/** People count as online for this long after an action. */
export const onlineFor = minutes(5);

/** Typing indicators, receipts and presence shown with the messages of a conversation. */
interface Receipts {
  typing: string[];
  seen: string[];
  /** For a conversation of two. */
  isOnline: boolean;
  lastSeenAt: Date | null;
}

/** `rows` are the other members of the conversation, and `newest` is its newest message. */
export function toReceipts(
  app: Pick<App, 'clock'>,
  rows: readonly MemberRow[],
  newest: Message | undefined,
): Receipts {
  const members = rows.map((row) => ({ name: row.first_name, ...toSignals(app, row) }));
  const [other] = rows;
  const sharesPresence =
    other &&
    !other.is_group &&
    !isPending(other) &&
    toPrivacy(other.privacy).shares.presence &&
    toPrivacy(other.own_privacy).shares.presence;
  const lastSeenAt = sharesPresence && other.last_seen_at !== null ? new Date(other.last_seen_at) : null;
  return {
    typing: members.flatMap(({ name, isTyping }) => (isTyping ? [name] : [])),
    seen: members.flatMap(({ name, seenTo }) =>
      newest?.isMine && seenTo !== null && BigInt(seenTo) >= BigInt(newest.id) ? [name] : [],
    ),
    isOnline: lastSeenAt !== null && app.clock.now().getTime() - lastSeenAt.getTime() < onlineFor,
    lastSeenAt,
  };
}
