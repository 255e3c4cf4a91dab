import { createHmac } from 'node:crypto';
import { sameSecret } from '../../kernel/secrets.ts';
import { hours } from '../../kernel/time.ts';
import type { Config } from '../../platform/config.ts';
import type { Link } from './link.ts';

/** How long a browser need not be asked again. */
export const unlockedFor = hours(1);

type Secret = Pick<Config, 'secretKey'>;

/** What a browser keeps that has said the password of a link: good until then, and for no other password. */
export function unlocking(config: Secret, link: Link, until: number): { name: string; value: string } {
  return { name: nameOf(link), value: `${until}.${proofOf(config, link, until)}` };
}

/** Whether the Cookie header holds such a proof. A link without a password needs none. */
export function isUnlockedBy(config: Secret, link: Link, cookies: string | undefined, now: number): boolean {
  if (!link.special?.passwordHash || !cookies) return false;
  const name = nameOf(link);
  const sent = cookies.split(/; */).find((cookie) => cookie.startsWith(`${name}=`));
  const [, until, proof = ''] = /^(\d{13})\.([\w-]+)$/.exec(sent?.slice(name.length + 1) ?? '') ?? [];
  return (
    until !== undefined && Number(until) > now && sameSecret(proof, proofOf(config, link, Number(until)))
  );
}

const nameOf = ({ id }: Link) => `open-${id}`;

const proofOf = ({ secretKey }: Secret, { id, special }: Link, until: number): string =>
  createHmac('sha256', secretKey)
    .update(`unlocked ${id} ${until} ${special?.passwordHash ?? ''}`)
    .digest('base64url');
