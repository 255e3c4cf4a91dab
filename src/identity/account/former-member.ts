import type { App } from '../../platform/app.ts';

/**
 * Returns the id of the placeholder account that owns content started by deleted accounts and answered by
 * others. The account is created on first use. It has no valid password, is excluded from search, and its
 * page says what it is.
 */
export async function getFormerMember({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<string> {
  const now = clock.now();
  await db
    .insertInto('identity.account')
    .values({
      // Nobody can register this name, because of its hyphen.
      username: 'former-member',
      email: 'former-member@invalid',
      password_hash: '',
      first_name: 'Former',
      last_name: 'member',
      biography: 'Represents deleted accounts in conversations that others took part in.',
      privacy: JSON.stringify({ requests: 'nobody', listed: false }),
      registered_at: now,
      activated_at: now,
      is_former: true,
    })
    .onConflict((conflict) => conflict.column('is_former').where('is_former', '=', true).doNothing())
    .execute();
  const { id } = await db
    .selectFrom('identity.account')
    .where('is_former', '=', true)
    .select('id')
    .executeTakeFirstOrThrow();
  return id;
}
