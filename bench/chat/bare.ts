// The other side of chat's benchmark: Fastify, a session by its token, and one statement in SQL that answers the same record.
import { fastify } from 'fastify';
import pg from 'pg';
import { tokenHash } from '../../src/kernel/secrets.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, application_name: 'bare' });

const message = (
  of: string,
) => `json_build_object('message_id', ${of}.id::text, 'conversation_id', ${of}.conversation_id::text,
  'user_id', ${of}.author_id::text, 'message', ${of}.text, 'time', ${of}.created_at, 'is_me', ${of}.author_id = $1,
  'user_fullname', (select first_name || ' ' || last_name from identity.account where id = ${of}.author_id),
  'user_name', (select username from identity.account where id = ${of}.author_id),
  'user_picture', (select picture from identity.account where id = ${of}.author_id),
  'files', (select json_agg(file) from social.message_file as file where file.message_id = ${of}.id),
  'reactions', (select json_object_agg(kind, n) from (select kind, count(*) as n from social.message_reaction
    where message_id = ${of}.id group by kind) as counted))`;

const messages = {
  name: 'messages',
  text: `select ${message('one')} as record from (
      select message.* from social.conversation_member as mine
      join social.message on message.conversation_id = mine.conversation_id and message.id > mine.cleared_to
      where mine.account_id = $1 and mine.conversation_id = $2 and not exists (
        select from social.block where (blocker_id = $1 and blocked_id = message.author_id)
          or (blocker_id = message.author_id and blocked_id = $1))
      order by message.id desc limit 20) as one order by one.id`,
};
const conversations = {
  name: 'conversations',
  text: `select json_build_object('conversation_id', mine.conversation_id::text, 'title', conversation.title,
      'recipients', (select json_agg(json_build_object('user_id', account.id::text, 'user_name', username,
          'user_fullname', first_name || ' ' || last_name, 'user_picture', picture, 'user_last_seen', last_seen_at))
        from (select account_id from social.conversation_member as member
          where member.conversation_id = mine.conversation_id and account_id <> $1 order by joined_at limit 8) as member
        join identity.account on account.id = member.account_id),
      'unread_count', (select count(*) from (select from social.message where conversation_id = mine.conversation_id
        and id > greatest(mine.seen_to, mine.cleared_to) and author_id <> $1 and deleted_at is null limit 100) as unread),
      'last_message', (select ${message('last')} from (select * from social.message
        where conversation_id = mine.conversation_id and id > mine.cleared_to and deleted_at is null and not exists (
          select from social.block where (blocker_id = $1 and blocked_id = message.author_id)
            or (blocker_id = message.author_id and blocked_id = $1))
        order by id desc limit 1) as last)) as record
    from social.conversation_member as mine join social.conversation on conversation.id = mine.conversation_id
    where mine.account_id = $1 and mine.requested_at is null and mine.archived_at is null
      and mine.last_message_id > mine.cleared_to
    order by mine.pinned_at is not null desc, mine.last_message_id desc limit 20`,
};

const server = fastify();
server.get('/', () => ({}));
server.get<{ Querystring: { conversation_id?: string } }>('/apis/php/chat/*', async (request) => {
  const session = await pool.query<{ id: string }>({
    name: 'session',
    text: `select account.id from identity.session join identity.account on account.id = session.account_id
      where token_hash = $1 and expires_at > now() and account.deleted_at is null`,
    values: [tokenHash(String(request.headers['x-auth-token']))],
  });
  const id = session.rows[0]?.id;
  const { rows } = request.query.conversation_id
    ? await pool.query<{ record: object }>({ ...messages, values: [id, request.query.conversation_id] })
    : await pool.query<{ record: object }>({ ...conversations, values: [id] });
  return { api_status: 200, data: rows.map(({ record }) => record) };
});
await server.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
