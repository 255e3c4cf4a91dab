import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { NumberedPage } from '../../../platform/database/paging.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Person } from '../../people/person.ts';
import { memberships } from '../conversations/memberships.ts';
import { readPeople } from '../members/read-people.ts';

/** A call as one of those has it who were called or called. */
export interface PastCall {
  id: string;
  conversationId: string;
  isVideo: boolean;
  isOutgoing: boolean;
  /** Of a call of two: the other one; null: a former member, or a group. */
  other: Person | null;
  /** The group's name. */
  title: string;
  state: 'ringing' | 'joined' | 'left' | 'declined' | 'busy' | 'missed';
  startedAt: Date;
  answeredAt: Date | null;
  endedAt: Date | null;
}

const callsOnPage = 20;

/** The viewer's calls, the newest first, in conversations that they may read. */
export async function listCalls(app: App, viewer: Viewer, page = 0): Promise<NumberedPage<PastCall>> {
  const rows = await memberships(app.db, viewer.id)
    .innerJoin('social.call as call', 'call.conversation_id', 'conversation.id')
    .innerJoin('social.call_member as part', (join) =>
      join.onRef('part.call_id', '=', 'call.id').on('part.account_id', '=', viewer.id),
    )
    .orderBy('call.id', 'desc')
    .$if(page > 0, (query) => query.offset(page * callsOnPage))
    .limit(sql.lit(callsOnPage + 1))
    .select([
      'call.id',
      'call.conversation_id',
      'call.caller_id',
      'call.is_video',
      'call.started_at',
      'call.answered_at',
      'call.ended_at',
      'part.state',
      'conversation.first_id',
      'conversation.second_id',
      'conversation.title',
    ])
    .execute();
  const otherOf = (row: { first_id: string | null; second_id: string | null }) =>
    row.first_id === viewer.id ? row.second_id : row.first_id;
  const people = await readPeople(app, rows.map(otherOf));
  return {
    items: rows.slice(0, callsOnPage).map((row) => ({
      other: people.get(otherOf(row) ?? '') ?? null,
      title: row.title,
      id: row.id,
      conversationId: row.conversation_id,
      isVideo: row.is_video,
      isOutgoing: row.caller_id === viewer.id,
      state: row.state as PastCall['state'],
      startedAt: row.started_at,
      answeredAt: row.answered_at,
      endedAt: row.ended_at,
    })),
    hasMore: rows.length > callsOnPage,
  };
}
