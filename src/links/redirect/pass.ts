import { createHmac } from 'node:crypto';
import { sameSecret } from '../../kernel/secrets.ts';
import { hours } from '../../kernel/time.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Link } from './link.ts';

/** How long the browser can skip the password. */
export const passLifetime = hours(1);

type Secret = Pick<Config, 'secretKey'>;

/**
 * Creates a cookie that proves that the password of a link was entered, valid until the given time and for
 * that password only.
 */
export function createPass(config: Secret, link: Link, until: number): { name: string; value: string } {
  return { name: `open-${link.id}`, value: `${until}.${proofOf(config, link, until)}` };
}

/** Whether a Cookie header contains a valid pass. */
export function hasPass(config: Secret, link: Link, cookies: string | undefined, now: number): boolean {
  if (!cookies) return false;
  const begin = `open-${link.id}=`;
  const sent = cookies.split(/; */).find((cookie) => cookie.startsWith(begin));
  const [, until, proof = ''] = /^(\d{13})\.([\w-]+)$/.exec(sent?.slice(begin.length) ?? '') ?? [];
  return (
    until !== undefined && Number(until) > now && sameSecret(proof, proofOf(config, link, Number(until)))
  );
}

const proofOf = ({ secretKey }: Secret, { id, special }: Link, until: number): string =>
  createHmac('sha256', secretKey)
    .update(`open ${id} ${until} ${special?.passwordHash ?? ''}`)
    .digest('base64url');
