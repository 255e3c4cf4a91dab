import { toPrivacy } from '../../../identity/account/privacy.ts';
import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { Member } from '../conversations/conversation.ts';
import type { MemberRow } from '../conversations/member-rows.ts';

/** How long a typing indicator lasts if the person does not stop explicitly. */
const typingFor = seconds(8);

type Requested = Pick<MemberRow, 'requested_at' | 'viewer_requested_at'>;

/** Whether the member or the viewer has not accepted the conversation yet. Neither sees signals of the other. */
export const isPending = ({ requested_at, viewer_requested_at }: Requested): boolean =>
  requested_at !== null || viewer_requested_at !== null;

/** Returns the receipts and typing state of a member, if both sides share them and no request is pending. */
export function toSignals(
  { clock }: Pick<App, 'clock'>,
  row: MemberRow,
): Pick<Member, 'seenTo' | 'reachedAt' | 'isTyping'> {
  const isWaiting = isPending(row);
  const [theirs, own] = [toPrivacy(row.privacy).shares, toPrivacy(row.own_privacy).shares];
  const sharesReceipts = !isWaiting && theirs.receipts && own.receipts;
  // Whether a message has arrived is derived from when the member was last online.
  const sharesDelivery = sharesReceipts && theirs.presence && own.presence;
  const sharesTyping = !isWaiting && theirs.typing && own.typing;
  const typedAt = row.typing_at === null ? -Infinity : Date.parse(row.typing_at);
  return {
    seenTo: sharesReceipts ? row.seen_to : null,
    reachedAt: sharesDelivery && row.last_seen_at !== null ? new Date(row.last_seen_at) : null,
    isTyping: sharesTyping && clock.now().getTime() - typedAt < typingFor,
  };
}
