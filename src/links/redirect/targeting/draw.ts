import { createHmac } from 'node:crypto';
import type { Config } from '../../../platform/settings/config.ts';

/**
 * Returns an evenly distributed number from 0 to 99 that is constant for a browser, IP address and link, and
 * differs between links. It is computed and never stored, so visitors get the same variant without a cookie
 * and cannot be identified from the database.
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
