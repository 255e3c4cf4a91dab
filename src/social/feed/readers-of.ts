import { sql, type RawBuilder } from 'kysely';

/** Author and audience of a new post. */
export interface Source {
  author_id: string;
  page_id: string | null;
  privacy: string;
}

/** SQL: the accounts whose feeds include the post, as `account_id`. */
export const readersOf = ({ author_id, page_id, privacy }: Source): RawBuilder<unknown> =>
  page_id !== null
    ? sql`select account_id from social.page_like where page_id = ${page_id}`
    : sql`
      select recipient_id as account_id from social.friendship where requester_id = ${author_id} and accepted_at is not null
      union select requester_id from social.friendship where recipient_id = ${author_id} and accepted_at is not null
      ${privacy === 'public' ? sql`union select follower_id from social.follow where followed_id = ${author_id}` : sql``}`;
