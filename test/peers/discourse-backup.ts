import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { tarGz } from './mastodon-archive.ts';

type Value = string | number | boolean | null;

/** Rows of tables in the order and form of `pg_dump`, as `BackupRestore::Creator` of Discourse calls it. */
export type Tables = Record<string, readonly Record<string, Value>[]>;

export function dumpOf(tables: Tables): Buffer {
  const parts = Object.entries(tables).map(([table, rows]) => {
    const columns = Object.keys(rows[0] ?? {});
    const lines = rows.map((row) => columns.map((name) => toText(row[name] ?? null)).join('\t'));
    return `--\n-- Data for Name: ${table}; Type: TABLE DATA; Schema: public; Owner: -\n--\n\nCOPY public.${table} (${columns
      .map((name) => (name === 'primary' ? '"primary"' : name))
      .join(', ')}) FROM stdin;\n${lines.map((line) => `${line}\n`).join('')}\\.\n`;
  });
  return gzipSync(
    `--\n-- PostgreSQL database dump\n--\n\nSET statement_timeout = 0;\n\n${parts.join('\n\n')}\n`,
  );
}

function toText(value: Value): string {
  if (value === null) return String.raw`\N`;
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return String(value)
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', String.raw`\t`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`);
}

const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The address of an upload in the text of a post, and its path in the backup. */
export function uploadOf(bytes: Uint8Array, extension: string): { address: string; path: string } {
  const sha1 = createHash('sha1').update(bytes).digest('hex');
  let hash = '';
  for (let left = BigInt(`0x${sha1}`); left > 0n; left /= 62n)
    hash = (digits[Number(left % 62n)] ?? '') + hash;
  return {
    address: `upload://${hash}.${extension}`,
    path: `uploads/default/original/1X/${sha1}.${extension}`,
  };
}

export const backupOf = (tables: Tables, files: Record<string, Uint8Array> = {}): Promise<Buffer> =>
  tarGz({ 'dump.sql.gz': dumpOf(tables), ...files });

const at = (minute: number) =>
  new Date(Date.UTC(2021, 0, 1, 0, minute)).toISOString().replace('T', ' ').replace('Z', '');

/** A small forum, with what is not imported from one. */
export function forumTables(): Record<string, Record<string, Value>[]> {
  const category = (id: number, name: string, more: Record<string, Value> = {}) => ({
    ...{ id, name, slug: name.toLowerCase(), description: `<p>About ${name}</p>`, parent_category_id: null },
    ...{ position: id, read_restricted: false, topic_id: null, ...more },
  });
  const topic = (
    id: number,
    title: string,
    userId: number,
    categoryId: number | null,
    more: Record<string, Value> = {},
  ) => ({
    ...{ id, title, slug: `topic-${id}`, created_at: at(id * 10), user_id: userId, category_id: categoryId },
    ...{
      deleted_at: null,
      visible: true,
      closed: false,
      archived: false,
      pinned_at: null,
      archetype: 'regular',
    },
    ...more,
  });
  const post = (
    id: number,
    topicId: number,
    number: number,
    userId: number,
    raw: string,
    more: Record<string, Value> = {},
  ) => ({
    ...{ id, user_id: userId, topic_id: topicId, post_number: number, raw, cooked: `<p>${id}</p>` },
    ...{
      created_at: at(topicId * 10 + number),
      deleted_at: null,
      hidden: false,
      post_type: 1,
      user_deleted: false,
    },
    ...more,
  });
  const user = (id: number, username: string, name: string | null) => ({
    ...{ id, username, name, created_at: at(id), active: true, staged: false },
  });
  const like = (id: number, postId: number, userId: number, more: Record<string, Value> = {}) => ({
    ...{
      id,
      post_id: postId,
      user_id: userId,
      post_action_type_id: 2,
      deleted_at: null,
      created_at: at(500 + id),
      ...more,
    },
  });
  const of = (id: number, name: string) => ({
    ...{ id, name, full_name: null, bio_raw: null, automatic: false, visibility_level: 0 },
    ...{ public_admission: false, created_at: at(690) },
  });
  return {
    backup_metadata: [
      { id: 1, name: 'base_url', value: 'https://forum.example' },
      { id: 2, name: 'cdn_url', value: null },
    ],
    categories: [
      category(1, 'Bread', { topic_id: 1 }),
      category(2, 'Sourdough', { parent_category_id: 1 }),
      category(3, 'Staff', { read_restricted: true }),
    ],
    category_custom_fields: [
      { id: 1, category_id: 2, name: 'enable_accepted_answers', value: 'true' },
      { id: 2, category_id: 1, name: 'enable_accepted_answers', value: 'false' },
    ],
    category_moderation_groups: [
      { id: 1, category_id: 1, group_id: 40 },
      { id: 2, category_id: 3, group_id: 40 },
    ],
    discourse_solved_solved_topics: [
      { id: 5, topic_id: 2, answer_post_id: 13, accepter_user_id: 1, created_at: at(30) },
    ],
    group_users: [
      { group_id: 40, user_id: 1, owner: false, created_at: at(700) },
      { group_id: 40, user_id: 2, owner: true, created_at: at(700) },
      { group_id: 40, user_id: 999, owner: true, created_at: at(700) },
      { group_id: 1, user_id: 1, owner: false, created_at: at(700) },
    ],
    groups: [
      { ...of(1, 'admins'), automatic: true },
      { ...of(40, 'Rye-friends'), full_name: 'Rye friends', bio_raw: 'About **rye**' },
    ],
    post_actions: [
      like(1, 12, 2),
      like(2, 13, 1),
      like(3, 12, 2),
      like(4, 12, 3, { deleted_at: at(600) }),
      like(5, 12, 1, { post_action_type_id: 3 }),
    ],
    posts: [
      post(11, 1, 1, -1, 'About the bread category'),
      post(12, 2, 1, 1, 'How *long* should\tit\nrise?\u2028And how warm \\ cold?'),
      post(13, 2, 2, 2, '[quote="grace, post:1, topic:2"]\nHow long\n[/quote]\n\nOvernight, @grace.'),
      post(14, 2, 3, -1, 'This topic was closed', { post_type: 3 }),
      post(15, 2, 4, 1, 'Deleted', { deleted_at: at(99) }),
      post(16, 2, 5, 999, 'From somebody who left'),
      post(17, 3, 1, 1, 'Secret of the staff'),
      post(18, 4, 1, 2, 'A private message'),
      post(19, 5, 1, 2, 'Rye', {}),
      post(20, 2, 6, 2, 'whispered', { post_type: 4 }),
    ],
    site_settings: [{ id: 1, name: 'enable_category_group_moderation', value: 't' }],
    topics: [
      topic(1, 'About the Bread category', -1, 1),
      topic(2, 'How long should it rise?', 1, 2, { closed: true }),
      topic(3, 'Who to ban', 1, 3),
      topic(4, 'Hello', 2, null, { archetype: 'private_message' }),
      topic(5, 'Rye', 2, 1, { pinned_at: at(60) }),
    ],
    user_emails: [
      { id: 1, user_id: 1, email: 'grace@forum.example', primary: true },
      { id: 2, user_id: 2, email: 'linus@forum.example', primary: true },
      { id: 3, user_id: 2, email: 'second@forum.example', primary: false },
    ],
    user_profiles: [{ user_id: 1, location: null, website: null, bio_raw: 'I bake' }],
    users: [
      user(-1, 'system', 'system'),
      user(1, 'grace', 'Grace Hopper'),
      user(2, 'Linus.T', null),
      user(3, 'admin', 'Root'),
    ],
  };
}
