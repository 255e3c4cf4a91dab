import { t } from '../../../kernel/translation/translate.ts';
import { hashPassword, isTooLong } from '../../../identity/credentials/password.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { Viewer } from '../../../platform/http/caller.ts';

/** A password that was validated and hashed before the transaction that stores it. */
export class HashedPassword {
  readonly hash: string;
  constructor(hash: string) {
    this.hash = hash;
  }
}

/**
 * Hashes the password of a `DeliveryInput`. Blank becomes undefined, and a hashed password is returned as is.
 * Must be called before a transaction.
 */
export async function hashLinkPassword(
  viewer: Pick<Viewer, 'id'>,
  password: string | HashedPassword | null | undefined,
): Promise<HashedPassword | null | undefined> {
  if (typeof password !== 'string') return password;
  if (password === '') return undefined;
  if (isTooLong(password)) throw invalid('password', t('The password can have at most 128 characters'));
  return new HashedPassword(await hashPassword(password, viewer.id));
}
