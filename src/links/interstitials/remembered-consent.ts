import { days } from '../../kernel/time.ts';
import type { Client } from '../../platform/http/caller.ts';

/** Half a year, in seconds. */
const maxAge = days(182) / 1000;

/** One cookie per owner, because consent applies to a single owner. */
const nameOf = (ownerId: string) => `pixels_${ownerId}`;

export function rememberedConsent(
  { cookies }: Pick<Client, 'cookies'>,
  ownerId: string,
): 'yes' | 'no' | undefined {
  const value = cookies[nameOf(ownerId)];
  return value === 'yes' || value === 'no' ? value : undefined;
}

export const rememberConsent = (
  client: Pick<Client, 'setCookie'>,
  ownerId: string,
  choice: 'yes' | 'no',
): void => client.setCookie(nameOf(ownerId), choice, { maxAge });
