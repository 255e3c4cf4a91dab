import type pg from 'pg';
import { tokenHash } from '../../src/kernel/secrets.ts';
import { DatabaseClient } from '../../src/platform/database/connections/client.ts';

/** Adds established accounts, each signed in with its name as token. Returns their ids by name. */
export async function addWriters(
  connection: pg.ClientConfig,
  names: readonly string[],
): Promise<Map<string, string>> {
  const client = new DatabaseClient(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; username: string }>(
      `insert into identity.account (username, email, password_hash, first_name, last_name, registered_at, activated_at)
      select name, name || '@example.org', '', name, 'Test', now() - interval '1 year', now()
      from unnest($1::text[]) as name returning id, username`,
      [names],
    );
    for (const { id, username } of rows)
      await client.query(
        `insert into identity.session (account_id, token_hash, created_via, device_type, device_name, device_os_version, user_agent,
          address, created_at, last_used_at, expires_at)
        values ($1, $2, 'page', '', '', '', 'Test', '127.0.0.1', now(), now(), now() + interval '1 day')`,
        [id, tokenHash(username)],
      );
    return new Map(rows.map(({ id, username }) => [username, id]));
  } finally {
    await client.end();
  }
}
