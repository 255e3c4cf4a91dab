import type { PartState } from './call.ts';

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
