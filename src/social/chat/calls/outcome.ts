import { t } from '../../../kernel/translation/translate.ts';
import { formerMember } from '../conversations/name-of.ts';
import type { Call, PartState } from './call.ts';

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

export function outcomeOf({ isOutgoing, isGroup, answeredAt, endedAt, state, others }: CallOutcome): Outcome {
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
  switch (outcomeOf(call)) {
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
