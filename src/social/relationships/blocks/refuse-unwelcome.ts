import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { getPrivacy } from '../../../identity/account/privacy.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { friendsBetween } from '../../people/between.ts';

/** Throws if a person accepts no friend requests, or only those from friends of friends. */
export async function refuseFriendRequest(app: App, me: string, other: string): Promise<void> {
  const { requests } = await getPrivacy(app, other);
  if (requests === 'everybody') return;
  if (requests === 'friends-of-friends' && (await haveMutualFriend(app, me, other))) return;
  throw new Problem(
    'forbidden',
    requests === 'nobody'
      ? t('This person does not accept friend requests')
      : t('This person only accepts friend requests from friends of friends'),
  );
}

async function haveMutualFriend({ db }: App, me: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select case requester_id when ${me} then recipient_id else requester_id end as id from social.friendship
      where (requester_id = ${me} or recipient_id = ${me}) and accepted_at is not null
    ) as friend
    where ${friendsBetween('friend.id', other)}
    limit 1`.execute(db);
  return rows.length > 0;
}
