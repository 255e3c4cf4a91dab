import { count, text } from './setting.ts';

/** Plaza: calls in chat, and the STUN and TURN servers for connecting browsers. */
export const callSettings = {
  CALL_RING_SECONDS: count('Seconds for which a call rings before it is missed', 45, 5),
  CALL_GRACE_SECONDS: count(
    'Seconds for which participants who lose the connection or reload the page stay in a call',
    30,
    5,
  ),
  CALL_PARTICIPANTS: count('Maximum participants of a call; each sends to every other', 4, 2),
  CALL_RING_MEMBERS: count(
    'Maximum group size in which a call rings for all members; members of larger groups join from the conversation',
    10,
    2,
  ),
  CALL_LIMIT: count('Calls started per person in 10 minutes', 20),
  CALL_SIGNAL_LIMIT: count(
    'Offers, answers and ICE candidates sent per person in a minute to connect calls',
    600,
  ),
  STUN_URLS: text(
    'STUN servers for calls, separated by spaces: `stun:stun.example.org:3478`. Without STUN and TURN, calls connect only within one network.',
  ),
  TURN_URLS: text(
    'TURN servers for calls between networks that block direct connections, separated by spaces: `turn:turn.example.org:3478 turns:turn.example.org:5349`',
  ),
  TURN_SECRET: text(
    'Secret shared with the TURN servers (`static-auth-secret` of coturn). Browsers receive only credentials that expire.',
  ),
};

/** Returns a message about contradicting settings, for the person who starts the program. */
export function callMistake({
  STUN_URLS,
  TURN_URLS,
  TURN_SECRET,
}: {
  STUN_URLS: string;
  TURN_URLS: string;
  TURN_SECRET: string;
}): string | undefined {
  const wrong = (urls: string, scheme: RegExp) => iceUrls(urls).some((url) => !scheme.test(url));
  if (wrong(STUN_URLS, /^stuns?:[^\s/]+$/)) return 'STUN_URLS must be addresses such as stun:host:3478.';
  if (wrong(TURN_URLS, /^turns?:[^\s/]+$/)) return 'TURN_URLS must be addresses such as turn:host:3478.';
  if ((TURN_URLS === '') !== (TURN_SECRET === ''))
    return 'TURN_URLS and TURN_SECRET go together: set both or neither.';
  return undefined;
}

/** Parses the URLs in one of these settings. */
export const iceUrls = (setting: string): string[] => setting.split(/[\s,]+/).filter((url) => url !== '');
