import type { Person } from '../../people/person.ts';

/** `invited`: may join, or join again. The last four are how it was for who is not in it any more. */
export const partStates = ['invited', 'ringing', 'joined', 'left', 'declined', 'busy', 'missed'] as const;
export type PartState = (typeof partStates)[number];

interface Participant {
  /** null: a former member. */
  person: Person | null;
  state: PartState;
  /** On which device they take part. */
  device: string | null;
}

/** A call as somebody sees it who may take part, or could have. */
export interface Call {
  id: string;
  conversationId: string;
  isGroup: boolean;
  /** The group's own name; empty: it has none. */
  title: string;
  isVideo: boolean;
  isOutgoing: boolean;
  /** null: a former member. */
  caller: Person | null;
  startedAt: Date;
  answeredAt: Date | null;
  endedAt: Date | null;
  /** The viewer's part in it; null: they are in the conversation, and not in the call. */
  state: PartState | null;
  device: string | null;
  /** The others who are, were or might have been in it, without people behind a block. */
  others: Participant[];
}

/** A device that takes part, as the person's page or app names itself. */
export interface Seat {
  callId: string;
  device: string;
}
