import { sql, type SqlBool } from 'kysely';
import { missing, msg } from '../../../kernel/problem.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import type { NumberedPage } from '../../../platform/database/queries.ts';
import { blockedBetween, type Person } from '../../people/person.ts';
import { memberships } from '../conversations/conversation.ts';
import { getPeople } from '../members/recipients.ts';
import type { Call, PartState } from './call.ts';

/**
 * Selects the calls in an account's conversations as `call`, with their part in each as `part`. Excludes
 * ongoing calls with a participant who has a block with the account.
 */
export const visibleCalls = (db: App['db'], accountId: string) =>
  memberships(db, accountId)
    .innerJoin('social.call as call', 'call.conversation_id', 'conversation.id')
    .leftJoin('social.call_member as part', (join) =>
      join.onRef('part.call_id', '=', 'call.id').on('part.account_id', '=', accountId),
    )
    .where(
      sql<SqlBool>`(call.ended_at is not null or not exists (
        select from social.call_member as other where other.call_id = call.id and other.state = 'joined'
          and other.account_id <> ${accountId} and ${blockedBetween('other.account_id', accountId)}))`,
    );

interface PartRow {
  id: string;
  state: PartState;
  device: string | null;
}

/** Returns these calls if the viewer may see them, newest first. */
export async function getCalls(
  app: Pick<App, 'db' | 'files'>,
  viewer: Pick<Viewer, 'id'>,
  ids: readonly string[],
): Promise<Call[]> {
  if (ids.length === 0) return [];
  const rows = await visibleCalls(app.db, viewer.id)
    .where('call.id', '=', sql<string>`any(${ids}::bigint[])`)
    .orderBy('call.id', 'desc')
    .select([
      'call.id',
      'call.conversation_id',
      'call.is_video',
      'call.started_at',
      'call.answered_at',
      'call.ended_at',
      'conversation.is_group',
      'conversation.title',
      'part.state',
      'part.device',
      sql<
        string | null
      >`case when ${blockedBetween('call.caller_id', viewer.id)} then null else call.caller_id end`.as(
        'caller_id',
      ),
      sql<string | null>`case when conversation.is_group then null
        when conversation.first_id = ${viewer.id} then conversation.second_id else conversation.first_id end`.as(
        'other_id',
      ),
      sql<PartRow[] | null>`(select json_agg(json_build_object(
          'id', other.account_id::text, 'state', other.state, 'device', other.device)
          order by other.joined_at nulls last, other.account_id)
        from social.call_member as other where other.call_id = call.id and other.account_id <> ${viewer.id}
          and not ${blockedBetween('other.account_id', viewer.id)})`.as('others'),
    ])
    .execute();
  const people = await getPeople(
    app,
    rows.flatMap(({ caller_id, other_id, others }) => [
      caller_id,
      other_id,
      ...(others ?? []).map(({ id }) => id),
    ]),
  );
  return rows.map((row) => ({
    id: row.id,
    conversationId: row.conversation_id,
    isGroup: row.is_group,
    title: row.title,
    isVideo: row.is_video,
    isOutgoing: row.caller_id === viewer.id,
    caller: people.get(row.caller_id ?? '') ?? null,
    startedAt: row.started_at,
    answeredAt: row.answered_at,
    endedAt: row.ended_at,
    state: row.state as PartState | null,
    device: row.device,
    others: othersOf(row, people),
  }));
}

function othersOf(
  {
    others,
    ended_at,
    is_group,
    other_id,
  }: {
    others: PartRow[] | null;
    ended_at: Date | null;
    is_group: boolean;
    other_id: string | null;
  },
  people: ReadonlyMap<string, Person>,
): Call['others'] {
  const found = (others ?? []).flatMap(({ id, state, device }) => {
    const person = people.get(id) ?? null;
    // Suspended people and accounts scheduled for deletion are excluded from an ongoing call.
    return person === null && ended_at === null ? [] : [{ person, state, device }];
  });
  // Erasing an account deletes its part.
  return found.length === 0 && !is_group
    ? [{ person: people.get(other_id ?? '') ?? null, state: 'left', device: null }]
    : found;
}

/** Returns a call. Throws the same `Problem` if it does not exist or the viewer may not see it. */
export async function getCall(
  app: Pick<App, 'db' | 'files'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<Call> {
  const [call] = await getCalls(app, viewer, [id]);
  if (!call) throw missing(msg('Call'));
  return call;
}

const callsOnPage = 20;

/** Returns the viewer's calls, newest first, in conversations that they may read. */
export async function listCalls(app: App, viewer: Viewer, page = 0): Promise<NumberedPage<Call>> {
  const rows = await memberships(app.db, viewer.id)
    .innerJoin('social.call as call', 'call.conversation_id', 'conversation.id')
    .innerJoin('social.call_member as part', (join) =>
      join.onRef('part.call_id', '=', 'call.id').on('part.account_id', '=', viewer.id),
    )
    .where('part.state', '<>', 'invited')
    .orderBy('part.call_id', 'desc')
    .$if(page > 0, (query) => query.offset(page * callsOnPage))
    .limit(sql.lit(callsOnPage + 1))
    .select('call.id')
    .execute();
  const ids = rows.slice(0, callsOnPage).map(({ id }) => id);
  return { items: await getCalls(app, viewer, ids), hasMore: rows.length > callsOnPage };
}
