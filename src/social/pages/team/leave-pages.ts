import { sql } from 'kysely';
import { isLive } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';

/**
 * Transfers pages of an account being deleted to their longest-serving admin, before the account's data is
 * listed. Pages without an admin are deleted with their owner.
 */
export async function transferOwnedPages({ db }: Pick<App, 'db'>, accountId: string): Promise<void> {
  await sql`
    with heir as (
      select distinct on (page.id) page.id, role.account_id
      from social.page
      join social.page_role as role on role.page_id = page.id and role.role = 'admin'
      join identity.account on account.id = role.account_id and ${isLive('account')}
      where page.owner_id = ${accountId} and page.deleted_at is null
      order by page.id, role.added_at, role.account_id
    ), left_team as (
      delete from social.page_role as role using heir where role.page_id = heir.id and role.account_id = heir.account_id
    )
    update social.page set owner_id = heir.account_id from heir where heir.id = page.id`.execute(db);
}

/** Subtracts an account's likes, and its posts on behalf of others' pages, from their counters. */
export async function decrementPageCounts({ db }: Pick<App, 'db'>, accountId: string): Promise<void> {
  await sql`
    insert into social.tally (subject, subject_id, kind, slot, n)
    select 'page', id, kind, ${accountId}::bigint % 8, -count(*)
    from (
      select page_id as id, 'likes' as kind from social.page_like where account_id = ${accountId}
      union all
      select page_id, 'posts' from social.post where author_id = ${accountId} and page_id is not null
        and parent_id is null and deleted_at is null and held_at is null
    ) as gone
    group by id, kind
    order by id, kind
    on conflict (subject, subject_id, kind, slot) do update set n = social.tally.n + excluded.n`.execute(db);
  await sql`update social.page set likes = likes - 1 where likes > 0
    and id in (select page_id from social.page_like where account_id = ${accountId})`.execute(db);
  await sql`delete from social.tally where subject = 'page'
    and subject_id in (select id from social.page where owner_id = ${accountId})`.execute(db);
}
