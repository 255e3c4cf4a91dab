import { t } from '../translate.ts';
import type { CallState } from './call-api.ts';
import type { Slot } from './media.ts';

const labels: Readonly<Record<Slot, readonly [on: string, off: string]>> = {
  microphone: [t`Mute`, t`Unmute`],
  camera: [t`Turn camera off`, t`Turn camera on`],
  screen: [t`Stop sharing`, t`Share screen`],
};

export const labelOf = (slot: Slot, isOn: boolean): string => labels[slot][isOn ? 0 : 1];

/** Returns the seconds since the call was answered. */
export function lengthOf({ answered_time, ended_time, duration }: CallState): number {
  if (answered_time === '') return 0;
  return ended_time === '' ? Math.max(0, (Date.now() - Date.parse(answered_time)) / 1000) : duration;
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (n: number) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(whole % 60)}`;
}

type Network = 'connecting' | 'connected' | 'broken';

/** Returns the status line below the name. */
export function statusOf(call: CallState | undefined, network: Network, others: number): string {
  if (!call) return t`Starting…`;
  if (network === 'broken') return t`Reconnecting…`;
  if (others > 0) return network === 'connected' ? clock(lengthOf(call)) : t`Connecting…`;
  if (call.participants.some(({ state }) => state === 'ringing')) return t`Ringing…`;
  return call.is_group ? t`Waiting for others to join…` : t`Connecting…`;
}

/** Returns the text that says how the call ended. */
export function endedText(call: CallState): string {
  if (call.state === 'declined') return t`Call declined`;
  if (call.state === 'busy') return t`Busy in another call`;
  if (call.state === 'cancelled') return t`No answer`;
  const length = lengthOf(call);
  return length > 0 ? t`Call ended · ${clock(length)}` : t`Call ended`;
}

/** Returns the notice for a device that is missing or not allowed. */
export function deviceNotice(slot: Slot, error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (slot === 'screen') return name === 'NotAllowedError' ? '' : t`This browser cannot share the screen.`;
  const what = slot === 'camera' ? t`camera` : t`microphone`;
  if (name === 'NotAllowedError') return t`Allow the ${what} in your browser to use it in this call.`;
  if (name === 'NotFoundError') return t`There is no ${what} on this device.`;
  return t`The ${what} is not available.`;
}
