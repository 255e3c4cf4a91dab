import type { Person } from '../../people/person.ts';

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
