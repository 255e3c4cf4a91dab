import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { livePeople } from '../../../identity/account/live-people.ts';
import { toPrivacy } from '../../../identity/account/privacy.ts';
import { missing, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { blockedBetween, followerOf, friendsBetween, friendsOf } from '../../people/between.ts';
import { decideMessagePermission } from './decide-message-permission.ts';

/** A person whom the viewer may write to, and whether the message is a request. */
export interface Recipient {
  id: string;
  isRequest: boolean;
}

/**
 * Returns whether the viewer may write to each of these people, in order. Throws the same `Problem` for a
 * person who does not exist or with whom there is a block, and another one for a person who does not accept
 * messages from the viewer.
 */
export async function getRecipients(
  { db }: Pick<App, 'db'>,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Recipient[]> {
  const rows = await db
    .selectFrom(livePeople('person'))
    .innerJoin('identity.account as account', 'account.id', 'person.id')
    .where('person.id', '=', sql<string>`any(${ids}::bigint[])`)
    .where('person.is_former', '=', false)
    .where((eb) => eb.not(blockedBetween('person.id', viewer.id)))
    .select([
      'person.id',
      'person.first_name',
      'account.privacy',
      friendsBetween('person.id', viewer.id).as('isFriend'),
      followerOf('person.id', viewer.id).as('isFollowed'),
      sql<boolean>`exists (select from (${friendsOf(sql`${viewer.id}::bigint`)}) as mine
        where mine.id in (${friendsOf(sql.ref('person.id'))}))`.as('isFriendOfFriend'),
      sql<boolean>`exists (
        select from social.conversation as pair
        join social.conversation_member as theirs on theirs.conversation_id = pair.id and theirs.account_id = person.id
        where not pair.is_group and pair.first_id = least(person.id, ${viewer.id}::bigint)
          and pair.second_id = greatest(person.id, ${viewer.id}::bigint)
          and theirs.requested_at is null)`.as('isAccepted'),
    ])
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = found.get(id);
    if (!row) throw missing(t('Person'));
    const writing = decideMessagePermission({ ...row, audience: toPrivacy(row.privacy).messages });
    if (writing === 'refuse')
      throw new Problem(
        'forbidden',
        t('{first_name} does not accept messages from you', { first_name: row.first_name }),
        {
          field: 'recipients',
        },
      );
    return { id, isRequest: writing === 'request' };
  });
}
