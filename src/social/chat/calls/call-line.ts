import { sql } from 'kysely';
import type { CallLine } from '../messages/message.ts';

type Row = Omit<CallLine, 'answeredAt' | 'endedAt'> & { answeredAt: string | null; endedAt: string | null };

/**
 * SQL for the call that a row of `message` is about, with its outcome for the account. Null for all other
 * messages.
 */
export const callLine = (accountId: string) =>
  sql<Row | null>`(case when message.event = 'call' then (select json_build_object(
      'id', call.id::text, 'isVideo', call.is_video,
      'isOutgoing', call.caller_id is not distinct from ${accountId}::bigint,
      'isGroup', conversation.is_group, 'answeredAt', call.answered_at, 'endedAt', call.ended_at,
      'state', (select state from social.call_member as part
        where part.call_id = call.id and part.account_id = ${accountId}),
      'others', (select coalesce(json_agg(json_build_object('state', part.state)), '[]') from social.call_member as part
        where part.call_id = call.id and part.account_id <> ${accountId}))
    from social.call where call.message_id = message.id) end)`;

export const toCallLine = ({ answeredAt, endedAt, ...line }: Row): CallLine => ({
  ...line,
  answeredAt: answeredAt === null ? null : new Date(answeredAt),
  endedAt: endedAt === null ? null : new Date(endedAt),
});
