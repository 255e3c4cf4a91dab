import type { App } from '../../platform/app.ts';
import { toPerson } from '../people/person.ts';
import { toAuthorRecord } from '../people/user-record.ts';
import type { OwnUser } from './own-user.ts';

export async function readOwnUser(app: App, accountId: string): Promise<OwnUser> {
  const row = await app.db
    .selectFrom('identity.account')
    .select(['id', 'username', 'first_name', 'last_name', 'picture', 'picture_small'])
    .select(['email', 'gender', 'cover', 'biography', 'registered_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return {
    ...toAuthorRecord(app, toPerson(app, row)),
    user_email: row.email,
    user_gender: row.gender,
    user_cover: row.cover === null ? '' : app.files.address(row.cover),
    user_biography: row.biography,
    user_registered: row.registered_at.toISOString(),
    user_activated: '1',
    user_started: '1',
  };
}
