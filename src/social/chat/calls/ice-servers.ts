import { createHmac } from 'node:crypto';
import { hours } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { iceUrls } from '../../../platform/settings/call-settings.ts';

/** In the format of `RTCConfiguration`. */
interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

/** Longer than any call. A reloaded page gets new credentials. */
const lifetime = hours(12);

/**
 * Returns the STUN and TURN servers with credentials that expire (coturn: `use-auth-secret`, the REST API for
 * TURN).
 */
export function iceServers(
  { config, clock }: Pick<App, 'config' | 'clock'>,
  { id }: Pick<Viewer, 'id'>,
): IceServer[] {
  const [stun, turn] = [iceUrls(config.STUN_URLS), iceUrls(config.TURN_URLS)];
  const username = `${Math.floor((clock.now().getTime() + lifetime) / 1000)}:${id}`;
  const credential = createHmac('sha1', config.TURN_SECRET).update(username).digest('base64');
  return [
    ...(stun.length > 0 ? [{ urls: stun }] : []),
    ...(turn.length > 0 ? [{ urls: turn, username, credential }] : []),
  ];
}
