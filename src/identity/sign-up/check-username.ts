import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { refuseBadUsername } from '../account/names.ts';
import { refuseLookalike } from '../account/refuse-lookalike.ts';

/** Throws a `Problem` if the username is not available. Usernames are public, so this reveals nothing new. */
export async function checkUsername(app: App, typed: string): Promise<void> {
  const username = typed.trim();
  refuseBadUsername(username);
  await refuseLookalike(app, { text: username, field: 'username' });
  const { rows } = await sql`
    select from identity.taken_name where name = lower(${username})
    union all
    select from identity.reserved_username where username_hash = identity.username_hash(${username}) limit 1`.execute(
    app.db,
  );
  if (rows.length > 0) throw new Problem('conflict', t('This username is taken'), { field: 'username' });
}
