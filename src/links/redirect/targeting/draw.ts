import { createHmac } from 'node:crypto';
import type { Config } from '../../../platform/settings/config.ts';

/**
 * From 0 to 99, evenly: the same whenever this browser at this address follows this link, and another for another link.
 * It is worked out each time and kept nowhere, so a visitor gets the same variant without a cookie, and nobody who has
 * the database can tell from it who they were.
 */
export function drawFor(
  { secretKey }: Pick<Config, 'secretKey'>,
  linkId: string,
  client: { address: string; userAgent: string },
): number {
  const digest = createHmac('sha256', secretKey)
    .update(`${linkId}\n${client.address}\n${client.userAgent}`)
    .digest();
  return digest.readUInt32BE() % 100;
}
