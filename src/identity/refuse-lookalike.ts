import { Problem } from '../kernel/problem.ts';
import type { App } from '../platform/app.ts';
import { looksLike } from './names.ts';

/** Refuses a user name that may be mistaken for that of somebody whom the operators verified. */
export async function refuseLookalike(
  { db }: Pick<App, 'db'>,
  username: string,
  ownerId?: string,
): Promise<void> {
  const look = looksLike(username);
  const verified = await db
    .selectFrom('identity.account')
    .where('verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .$if(ownerId !== undefined, (query) => query.where('id', '<>', ownerId ?? ''))
    .select('username')
    .execute();
  if (verified.some((person) => looksLike(person.username) === look))
    throw new Problem('conflict', 'That user name looks like the one of a verified person', {
      field: 'username',
    });
}
