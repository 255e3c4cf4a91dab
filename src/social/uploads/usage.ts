import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

interface Usage {
  files: number;
  bytes: number;
}

/** Returns the number and total size of an account's files. */
export async function getUsage({ db }: Pick<App, 'db'>, accountId: string): Promise<Usage> {
  const { rows } = await sql<{ files: string; bytes: string }>`
    select count(*) as files, coalesce(sum(bytes), 0) as bytes from (
      select bytes from social.upload where account_id = ${accountId}
      union all
      select photo.bytes from social.photo join social.post on post.id = photo.post_id
      where post.author_id = ${accountId}
        and not exists (select from social.upload where upload.path = photo.path)
    ) kept`.execute(db);
  return { files: Number(rows[0]?.files), bytes: Number(rows[0]?.bytes) };
}

/** The accounts that store the most, as their quota counts it. */
export const listUsage = ({ db }: Pick<App, 'db'>): Promise<{ username: string; bytes: number }[]> =>
  db
    .selectFrom('social.storage_usage as used')
    .innerJoin('identity.account as account', 'account.id', 'used.account_id')
    .select(['account.username', sql<number>`used.bytes::float8`.as('bytes')])
    .orderBy('used.bytes', 'desc')
    .limit(20)
    .execute();
