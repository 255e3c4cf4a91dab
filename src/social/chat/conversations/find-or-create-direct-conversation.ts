import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Recipient } from '../members/get-recipients.ts';

/**
 * Returns the conversation between two people, and creates it if necessary. Concurrent calls create only one.
 */
export async function findOrCreateDirectConversation(
  { db, clock }: App,
  viewer: Viewer,
  other: Recipient,
): Promise<string> {
  const at = clock.now();
  const [first_id = '', second_id = ''] = [viewer.id, other.id].sort((one, two) =>
    Number(BigInt(one) - BigInt(two)),
  );
  const pair = { is_group: false, first_id, second_id };
  await db
    .insertInto('social.conversation')
    .values({ ...pair, created_at: at })
    .onConflict((conflict) =>
      conflict.columns(['first_id', 'second_id']).where('is_group', '=', sql.lit(false)).doNothing(),
    )
    .execute();
  const { id } = await db
    .selectFrom('social.conversation')
    .where('is_group', '=', sql.lit(false))
    .where('first_id', '=', first_id)
    .where('second_id', '=', second_id)
    .select('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('social.conversation_member')
    .values([
      { conversation_id: id, account_id: viewer.id, joined_at: at },
      {
        conversation_id: id,
        account_id: other.id,
        joined_at: at,
        requested_at: other.isRequest ? at : null,
      },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return id;
}
