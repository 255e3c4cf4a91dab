// Baseline of the chat benchmark: Fastify, a session lookup by token, and one SQL statement that returns the
// same records, compressed if the client accepts it.
import compress from '@fastify/compress';
import { fastify } from 'fastify';
import pg from 'pg';
import { tokenHash } from '../../src/kernel/secrets.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, application_name: 'bare' });

const fileAt = (of: string, kind: string) =>
  `coalesce((select path from social.message_file where message_id = ${of}.id and kind = '${kind}' order by position limit 1), '')`;

const message = (
  of: string,
) => `json_build_object('message_id', ${of}.id::text, 'conversation_id', ${of}.conversation_id::text,
  'user_id', ${of}.author_id::text, 'sender_id', ${of}.author_id::text, 'user_name', author.username,
  'user_firstname', author.first_name, 'user_lastname', author.last_name,
  'user_fullname', author.first_name || ' ' || author.last_name,
  'user_picture', coalesce(author.picture, 'https://plaza.example/avatars/AA/1'), 'user_verified', author.verified_at is not null,
  'message', ${of}.text, 'message_orginal', ${of}.text, 'text', ${of}.text,
  'image', ${fileAt(of, 'photos')}, 'photo', ${fileAt(of, 'photos')}, 'video', ${fileAt(of, 'video')},
  'voice_note', ${fileAt(of, 'voice_notes')},
  'files', coalesce((select json_agg(json_build_object('kind', kind, 'src', path, 'url', path, 'thumbnail', small_path, 'name', name,
      'type', type, 'size', bytes, 'duration', milliseconds / 1000.0) order by position)
    from social.message_file as file where file.message_id = ${of}.id), '[]'),
  'preview', (select json_build_object('url', ${of}.link, 'host', host, 'title', title, 'description', description, 'picture', picture)
    from social.link_preview where address = ${of}.link and title is not null limit 1),
  'time', ${of}.created_at, 'edited', ${of}.edited_at, 'is_me', ${of}.author_id = $1, 'is_deleted', ${of}.deleted_at is not null,
  'is_forwarded', ${of}.is_forwarded, 'event', coalesce(${of}.event, ''), 'reply_to_id', coalesce(${of}.reply_to_id::text, ''),
  'client_id', coalesce(${of}.client_id, ''),
  'reactions', coalesce((select json_object_agg(kind, n) from (select kind, count(*) as n from social.message_reaction
    where message_id = ${of}.id group by kind) as counted), '{}'),
  'reactions_total_count', (select count(*) from social.message_reaction where message_id = ${of}.id),
  'i_react', exists (select from social.message_reaction where message_id = ${of}.id and account_id = $1),
  'i_reaction', coalesce((select kind from social.message_reaction where message_id = ${of}.id and account_id = $1), ''))`;

const isOpen = (one: string, other: string) => `not exists (select from social.block
  where (blocker_id = ${one} and blocked_id = ${other}) or (blocker_id = ${other} and blocked_id = ${one}))`;

const messages = {
  name: 'messages',
  text: `select ${message('one')} as record from (
      select message.* from social.conversation_member as mine
      join social.message on message.conversation_id = mine.conversation_id and message.id > mine.cleared_to
      where mine.account_id = $1 and mine.conversation_id = $2 and ${isOpen('$1', 'message.author_id')}
        and not exists (select from social.message_hidden as hidden where hidden.message_id = message.id and hidden.account_id = $1)
      order by message.id desc limit 20) as one
    join identity.account as author on author.id = one.author_id order by one.id`,
};
const receipts = {
  name: 'receipts',
  text: `select coalesce(string_agg(first_name, ', ') filter (where typing_at > now() - interval '8 seconds'), '') as typing_name_list,
      coalesce(string_agg(first_name, ', ') filter (where seen_to >= last_message_id), '') as seen_name_list,
      bool_or(last_seen_at > now() - interval '5 minutes') as user_is_online, max(last_seen_at) as user_last_seen
    from social.conversation_member join identity.account on id = account_id where conversation_id = $2 and account_id <> $1`,
};
const counted = (kind: string) =>
  `coalesce((select sum(n)::integer from social.tally where subject = 'person' and subject_id = account.id and kind = '${kind}'), 0)`;

const conversations = {
  name: 'conversations',
  text: `select json_build_object('conversation_id', mine.conversation_id::text, 'node_type', case when is_group then 'group' else '' end,
      'title', conversation.title, 'name', coalesce(nullif(conversation.title, ''), people.names), 'name_list', people.names,
      'picture', coalesce(conversation.picture_path, people.picture), 'picture_left', people.picture, 'picture_right', people.second,
      'multiple_recipients', is_group, 'link', 'https://plaza.example/messages/' || mine.conversation_id, 'ids', people.ids,
      'recipients', people.records, 'recipients_count', (select count(*) - 1 from social.conversation_member as member
        where member.conversation_id = mine.conversation_id),
      'seen', unread.n = 0, 'unread_count', unread.n,
      'user_is_online', not is_group and people.last_seen_at > now() - interval '5 minutes', 'user_last_seen', people.last_seen_at,
      'last_message_id', last.id::text, 'last_message', ${message('last')}, 'message', last.text, 'message_orginal', last.text,
      'image', ${fileAt('last', 'photos')}, 'voice_note', ${fileAt('last', 'voice_notes')}, 'time', last.created_at,
      'typing_name_list', '', 'seen_name_list', '', 'is_request', mine.requested_at is not null, 'is_muted', mine.muted_until > now(),
      'is_pinned', mine.pinned_at is not null, 'is_archived', mine.archived_at is not null, 'i_admin', mine.is_owner) as record
    from (select * from social.conversation_member where account_id = $1 and requested_at is null and archived_at is null
        and last_message_id > cleared_to order by pinned_at is not null desc, last_message_id desc limit 20) as mine
    join social.conversation on conversation.id = mine.conversation_id
    cross join lateral (
      select json_agg(json_build_object('user_id', account.id::text, 'user_name', username, 'user_firstname', first_name,
          'user_lastname', last_name, 'user_fullname', first_name || ' ' || last_name,
          'user_picture', coalesce(picture, 'https://plaza.example/avatars/AA/1'), 'user_verified', verified_at is not null,
          'url', 'https://plaza.example/@' || username, 'user_gender', gender, 'user_cover', coalesce(cover, ''),
          'user_biography', biography, 'user_registered', registered_at, 'user_subscribed', false,
          'user_is_online', last_seen_at > now() - interval '5 minutes', 'user_last_seen', last_seen_at,
          'connection', coalesce((select case when accepted_at is null then 'cancel' else 'remove' end from social.friendship
            where least(requester_id, recipient_id) = least(account.id, $1) and greatest(requester_id, recipient_id) = greatest(account.id, $1)), 'add'),
          'i_follow', exists (select from social.follow where follower_id = $1 and followed_id = account.id),
          'follows_me', exists (select from social.follow where follower_id = account.id and followed_id = $1),
          'i_mute', exists (select from social.mute where muter_id = $1 and muted_id = account.id), 'mutual_friends_count', 0,
          'friends_count', ${counted('friends')}, 'followers_count', ${counted('followers')},
          'followings_count', ${counted('followings')})) as records,
        string_agg(first_name, ', ') as names, string_agg(account.id::text, ',') as ids, max(last_seen_at) as last_seen_at,
        min(coalesce(picture, 'https://plaza.example/avatars/AA/1')) as picture,
        max(coalesce(picture, 'https://plaza.example/avatars/AA/1')) as second
      from (select account_id from social.conversation_member as member
        where member.conversation_id = mine.conversation_id and account_id <> $1 and ${isOpen('$1', 'account_id')}
        order by joined_at limit 8) as member
      join identity.account on account.id = member.account_id) as people
    cross join lateral (select count(*)::integer as n from (select from social.message
        where message.conversation_id = mine.conversation_id and message.id > greatest(mine.seen_to, mine.cleared_to)
        and author_id <> $1 and deleted_at is null and ${isOpen('$1', 'author_id')} limit 100) as each) as unread
    cross join lateral (select * from social.message where message.conversation_id = mine.conversation_id
        and message.id > mine.cleared_to and ${isOpen('$1', 'author_id')} order by id desc limit 1) as last
    join identity.account as author on author.id = last.author_id
    order by mine.pinned_at is not null desc, mine.last_message_id desc`,
};

const server = fastify();
await server.register(compress, { encodings: ['gzip'], threshold: 1024 });
server.get('/', () => ({}));
server.get<{ Querystring: { conversation_id?: string } }>('/apis/php/chat/*', async (request) => {
  const session = await pool.query<{ id: string }>({
    name: 'session',
    text: `select account.id from identity.session join identity.account on account.id = session.account_id
      where token_hash = $1 and expires_at > now() and account.deleted_at is null`,
    values: [tokenHash(String(request.headers['x-auth-token']))],
  });
  const id = session.rows[0]?.id;
  const { conversation_id } = request.query;
  const { rows } = conversation_id
    ? await pool.query<{ record: object }>({ ...messages, values: [id, conversation_id] })
    : await pool.query<{ record: object }>({ ...conversations, values: [id] });
  const records = rows.map(({ record }) => record);
  if (!conversation_id) return { api_status: 200, data: records };
  const said = await pool.query<object>({ ...receipts, values: [id, conversation_id] });
  return { api_status: 200, data: { messages: records, has_more: true, ...said.rows[0] } };
});
await server.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
