import type { App } from '../../platform/app.ts';

/** The profile fields that an account owner can edit. */
export interface Profile {
  firstName: string;
  lastName: string;
  biography: string;
}

export async function getProfile(
  app: App,
  accountId: string,
): Promise<Profile & { email: string; username: string }> {
  const row = await app.db
    .selectFrom('identity.account')
    .select(['first_name', 'last_name', 'biography', 'email', 'username'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const { first_name: firstName, last_name: lastName, ...others } = row;
  return { firstName, lastName, ...others };
}
