import type { App } from '../../platform/app.ts';

/**
 * The id of the account that represents everybody who has left, where others answered what they began. It is made when
 * it is first needed. No password fits it, nothing finds it, and its page says what it is.
 */
export async function readFormerMember({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<string> {
  const now = clock.now();
  await db
    .insertInto('identity.account')
    .values({
      // A name that nobody can register, for the hyphen in it.
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
