import { sql } from 'kysely';
import { t } from '../../../web/translation/translate.ts';
import type { Person } from '../../people/person.ts';
import { formerMember } from '../conversations/conversation.ts';
import type { CallLine } from '../messages/message.ts';

/**
 * `invited`: may join, or join again. The last four describe the outcome for people who are no longer in the
 * call.
 */
export const partStates = ['invited', 'ringing', 'joined', 'left', 'declined', 'busy', 'missed'] as const;
export type PartState = (typeof partStates)[number];

interface Participant {
  /** Null: a former member. */
  person: Person | null;
  state: PartState;
  /** The device they use in the call. */
  device: string | null;
}

/** A call as shown to a person who may or could have joined it. */
export interface Call {
  id: string;
  conversationId: string;
  isGroup: boolean;
  /** The group's own name. Empty: none. */
  title: string;
  isVideo: boolean;
  isOutgoing: boolean;
  /** Null: a former member. */
  caller: Person | null;
  startedAt: Date;
  answeredAt: Date | null;
  endedAt: Date | null;
  /** The viewer's state in the call. Null: the viewer is in the conversation but not in the call. */
  state: PartState | null;
  device: string | null;
  /** The other participants, past and invited ones included. Excludes people with a block. */
  others: Participant[];
}

/** A participating device, with the id chosen by the person's page or app. */
export interface Seat {
  callId: string;
  device: string;
}

/** The outcome of a call for the viewer. `cancelled`: the viewer called and no one answered. */
type Outcome = PartState | 'cancelled';
export const outcomes = [
  'invited',
  'ringing',
  'joined',
  'left',
  'declined',
  'busy',
  'missed',
  'cancelled',
] as const;

type CallOutcome = Pick<Call, 'isOutgoing' | 'isGroup' | 'answeredAt' | 'endedAt' | 'state'> & {
  others: readonly { state: PartState }[];
};

export function callOutcome({
  isOutgoing,
  isGroup,
  answeredAt,
  endedAt,
  state,
  others,
}: CallOutcome): Outcome {
  if (!isOutgoing || answeredAt || !endedAt) return state ?? 'invited';
  const [other] = others;
  return !isGroup && (other?.state === 'declined' || other?.state === 'busy') ? other.state : 'cancelled';
}

/** Whether the viewer missed the call: they did not answer, decline or join. */
export const isMissed = ({ state }: Pick<Call, 'state'>): boolean => state === 'missed' || state === 'busy';

/** Returns the seconds between answer and end. */
export const secondsOf = ({ answeredAt, endedAt }: Pick<Call, 'answeredAt' | 'endedAt'>): number =>
  answeredAt && endedAt ? Math.max(0, Math.round((endedAt.getTime() - answeredAt.getTime()) / 1000)) : 0;

const maxNamed = 4;

/** Returns the name of the group or of the other person. */
export function nameOfCall({ isGroup, title, others }: Call): string {
  if (title !== '') return title;
  if (!isGroup) return others[0]?.person?.name ?? formerMember();
  const names = others.flatMap(({ person }) => person?.firstName ?? []);
  if (names.length === 0) return t('Group');
  return names.slice(0, maxNamed).join(', ') + (names.length > maxNamed ? ' …' : '');
}

/** Formats a duration such as `3 min`. */
function formatCallDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Describes a call in one line: “Missed call”, “Video call, 3 min”. `caller` is named in groups. */
export function describeCall(call: CallOutcome & { isVideo: boolean }, caller?: string): string {
  const { isVideo } = call;
  const from = call.isGroup && !call.isOutgoing ? (caller ?? formerMember()) : '';
  const kind = isVideo ? 'video' : 'voice';
  if (!call.endedAt)
    return from
      ? t('{kind, select, video {Video call from {name} in progress} other {Call from {name} in progress}}', {
          kind,
          name: from,
        })
      : t('{kind, select, video {Video call in progress} other {Call in progress}}', { kind });
  const missed = (): string => {
    if (from)
      return isVideo
        ? t('Missed video call from {name}', { name: from })
        : t('Missed call from {name}', { name: from });
    return isVideo ? t('Missed video call') : t('Missed call');
  };
  if (call.answeredAt) {
    if (isMissed(call)) return missed();
    const length = formatCallDuration(secondsOf(call));
    return from
      ? t('{kind, select, video {Video call from {name}, {length}} other {Call from {name}, {length}}}', {
          kind,
          name: from,
          length,
        })
      : t('{kind, select, video {Video call, {length}} other {Call, {length}}}', { kind, length });
  }
  switch (callOutcome(call)) {
    case 'declined':
      if (call.isOutgoing)
        return t('{kind, select, video {Video call declined} other {Call declined}}', { kind });
      if (from)
        return isVideo
          ? t('Declined video call from {name}', { name: from })
          : t('Declined call from {name}', { name: from });
      return isVideo ? t('Declined video call') : t('Declined call');
    case 'busy':
      return call.isOutgoing
        ? t('{kind, select, video {Video call, busy} other {Call, busy}}', { kind })
        : missed();
    case 'cancelled':
      return t('{kind, select, video {Video call, no answer} other {Call, no answer}}', { kind });
    case 'missed':
    case 'invited':
    case 'ringing':
      return missed();
    case 'joined':
    case 'left':
      return isVideo ? t('Video call') : t('Call');
  }
}

interface CallState {
  isGroup: boolean;
  /** Whether anyone has answered. */
  isAnswered: boolean;
  /** Whether the ring time is over. */
  isRingOver: boolean;
}

/**
 * Whether a call should end because no one is left to talk to. In a group, the caller waits alone until the
 * ring time is over.
 */
export function isOver(
  { isGroup, isAnswered, isRingOver }: CallState,
  states: readonly PartState[],
): boolean {
  const joined = states.filter((state) => state === 'joined').length;
  if (joined !== 1) return joined === 0;
  if (states.includes('ringing')) return false;
  return !isGroup || isAnswered || isRingOver;
}

/** Returns the final state of a participant when the call ends. Undefined: they did not take part. */
export function lastState(state: PartState, was: { joined: boolean; rang: boolean }): PartState | undefined {
  if (state === 'joined') return 'left';
  if (state === 'ringing') return 'missed';
  if (state !== 'invited') return state;
  if (was.joined) return 'left';
  return was.rang ? 'missed' : undefined;
}

type Row = Omit<CallLine, 'answeredAt' | 'endedAt'> & { answeredAt: string | null; endedAt: string | null };

/**
 * SQL for the call that a row of `message` is about, with its outcome for the account. Null for all other
 * messages.
 */
export const callLine = (accountId: string) =>
  sql<Row | null>`(case when message.event = 'call' then (select json_build_object(
      'id', call.id::text, 'isVideo', call.is_video,
      'isOutgoing', call.caller_id is not distinct from ${accountId}::bigint,
      'isGroup', conversation.is_group, 'answeredAt', call.answered_at, 'endedAt', call.ended_at,
      'state', (select state from social.call_member as part
        where part.call_id = call.id and part.account_id = ${accountId}),
      'others', (select coalesce(json_agg(json_build_object('state', part.state)), '[]') from social.call_member as part
        where part.call_id = call.id and part.account_id <> ${accountId}))
    from social.call where call.message_id = message.id) end)`;

export const toCallLine = ({ answeredAt, endedAt, ...line }: Row): CallLine => ({
  ...line,
  answeredAt: answeredAt === null ? null : new Date(answeredAt),
  endedAt: endedAt === null ? null : new Date(endedAt),
});
