import { formerMember } from '../conversations/name-of.ts';
import type { Call, PartState } from './call.ts';

/** How a call went for the viewer; `cancelled`: they called, and nobody answered. */
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

type Went = Pick<Call, 'isOutgoing' | 'isGroup' | 'answeredAt' | 'endedAt' | 'state'> & {
  others: readonly { state: PartState }[];
};

export function outcomeOf({ isOutgoing, isGroup, answeredAt, endedAt, state, others }: Went): Outcome {
  if (!isOutgoing || answeredAt || !endedAt) return state ?? 'invited';
  const [other] = others;
  return !isGroup && (other?.state === 'declined' || other?.state === 'busy') ? other.state : 'cancelled';
}

/** Whether somebody was called who did not answer, decline, or have part in it. */
export const isMissed = ({ state }: Pick<Call, 'state'>): boolean => state === 'missed' || state === 'busy';

/** Whole seconds for which two or more were in it. */
export const secondsOf = ({ answeredAt, endedAt }: Pick<Call, 'answeredAt' | 'endedAt'>): number =>
  answeredAt && endedAt ? Math.max(0, Math.round((endedAt.getTime() - answeredAt.getTime()) / 1000)) : 0;

const mostNamed = 4;

/** The group, or the other one. */
export function nameOfCall({ isGroup, title, others }: Call): string {
  if (title !== '') return title;
  if (!isGroup) return others[0]?.person?.name ?? formerMember();
  const names = others.flatMap(({ person }) => person?.firstName ?? []);
  if (names.length === 0) return 'Group';
  return names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ' …' : '');
}

/** `3 min`, as a line of a conversation says it. */
function durationInWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A call in a line: “Missed call”, “Video call, 3 min”. `caller`: named in a group. */
export function callInWords(call: Went & { isVideo: boolean }, caller?: string): string {
  const kind = call.isVideo ? 'video call' : 'call';
  const from = call.isGroup && !call.isOutgoing ? ` from ${caller ?? formerMember()}` : '';
  const Kind = kind.charAt(0).toUpperCase() + kind.slice(1);
  if (!call.endedAt) return `${Kind}${from} in progress`;
  if (call.answeredAt) {
    const length = durationInWords(secondsOf(call));
    return isMissed(call) ? `Missed ${kind}${from}` : `${Kind}${from}, ${length}`;
  }
  return {
    declined: call.isOutgoing ? `${Kind} declined` : `Declined ${kind}${from}`,
    busy: call.isOutgoing ? `${Kind}, busy` : `Missed ${kind}${from}`,
    cancelled: `${Kind}, no answer`,
    missed: `Missed ${kind}${from}`,
    invited: `Missed ${kind}${from}`,
    ringing: `Missed ${kind}${from}`,
    joined: Kind,
    left: Kind,
  }[outcomeOf(call)];
}
