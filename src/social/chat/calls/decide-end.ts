import type { PartState } from './call.ts';

interface Standing {
  isGroup: boolean;
  /** Somebody has answered. */
  isAnswered: boolean;
  /** The time for which it rings is over. */
  isRingOver: boolean;
}

/** Whether a call has nobody left to talk to. In a group, the caller waits alone until it has rung long enough. */
export function isOver({ isGroup, isAnswered, isRingOver }: Standing, states: readonly PartState[]): boolean {
  const joined = states.filter((state) => state === 'joined').length;
  if (joined !== 1) return joined === 0;
  if (states.includes('ringing')) return false;
  return !isGroup || isAnswered || isRingOver;
}

/** How it was for somebody, once the call has ended; undefined: they had no part in it. */
export function lastState(state: PartState, was: { joined: boolean; rang: boolean }): PartState | undefined {
  if (state === 'joined') return 'left';
  if (state === 'ringing') return 'missed';
  if (state !== 'invited') return state;
  if (was.joined) return 'left';
  return was.rang ? 'missed' : undefined;
}
