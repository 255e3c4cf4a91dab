import { msg, invalid } from '../../../kernel/problem.ts';
import { longestContent, type ReadArchive } from '../entries.ts';
import { bbcodeToMarkdown, typedIn, unescaped } from './bbcode.ts';
import { copyRows, type Rows } from './copy-rows.ts';
import type { TextFile } from './discourse-text.ts';
import type { Dump } from './dump.ts';
import { insertedRows } from './inserted-rows.ts';
import { listCommunity, toIso } from './listing.ts';

/**
 * Everything but posts, which are read when it is known what is theirs. `thanks` is of the extension “Thanks for posts”,
 * `topic_solved` and `forum_allow_solve` are of “Topic solved”.
 */
const first = {
  acl_groups: ['group_id', 'forum_id', 'auth_option_id', 'auth_role_id', 'auth_setting'],
  acl_options: ['auth_option_id', 'auth_option'],
  acl_roles_data: ['role_id', 'auth_option_id', 'auth_setting'],
  attachments: ['post_msg_id', 'in_message', 'is_orphan', 'physical_filename', 'real_filename', 'attach_id'],
  config: ['config_name', 'config_value'],
  forums: [
    ...['forum_id', 'parent_id', 'left_id', 'forum_name', 'forum_desc', 'forum_type', 'forum_password'],
    'forum_allow_solve',
  ],
  groups: ['group_id', 'group_name', 'group_type', 'group_desc'],
  moderator_cache: ['forum_id', 'user_id', 'group_id'],
  thanks: ['post_id', 'user_id', 'thanks_time'],
  topics: [
    ...['topic_id', 'forum_id', 'topic_title', 'topic_time', 'topic_status', 'topic_type'],
    ...['topic_visibility', 'topic_moved_id', 'topic_first_post_id', 'topic_solved'],
  ],
  user_group: ['group_id', 'user_id', 'group_leader', 'user_pending'],
  users: ['user_id', 'user_type', 'username', 'user_email', 'user_regdate', 'user_posts'],
} as const;
const second = {
  posts: ['post_id', 'topic_id', 'poster_id', 'post_time', 'post_text', 'post_visibility', 'bbcode_uid'],
} as const;

type Values = Readonly<Record<string, string | null>>;
type Tables = Record<Exclude<keyof typeof first, 'thanks'>, Values[]> & { likes: number[] };

const approved = '1';
const [inactive, ignored] = ['1', '2'];
const [locked, moved] = ['1', '2'];
const link = '2';
/** Types of groups by who joins. Special ones are of the program. Of the others, leaders decide. */
const [hiddenGroup, specialGroup, freeGroup] = ['2', '3', '4'];

/** Reads the dump of phpBB. Forums that guests cannot read, messages, and what was deleted or not approved is left out. */
export async function readPhpbb(dump: Dump, folder: string): Promise<ReadArchive> {
  const tables = await readTables(dump);
  const base = baseOf(tables.config);
  const listing = listCommunity(folder);
  for (const { user_id: id, user_type: type, username, ...row } of tables.users) {
    // The anonymous account and robots have the type that is ignored. Who never wrote may be a robot, too.
    if (!id || !username || type === ignored || (type === inactive && !(Number(row.user_posts) > 0)))
      continue;
    listing.person(id, `${base}/memberlist.php?mode=viewprofile&u=${id}`, {
      ...{ username: unescaped(username), name: '', email: row.user_email ?? '', biography: '' },
      at: toIso(Number(row.user_regdate) * 1000),
    });
  }
  listGroups(tables, base, listing);
  const open = readableByGuests(tables);
  const moderatorsOf = moderatorsByForum(tables);
  listing.forums(
    tables.forums.flatMap(({ forum_id: id, forum_type: type, forum_password: password, ...row }) =>
      id && type !== link && !password && open(id)
        ? [
            {
              ...{ id, parentId: row.parent_id ?? '', order: Number(row.left_id) },
              ...{ source: `${base}/viewforum.php?f=${id}`, title: unescaped(row.forum_name ?? '') },
              description: withoutCodes(row.forum_desc ?? ''),
              ...{ hasSolutions: Number(row.forum_allow_solve) > 0, moderators: moderatorsOf(id) },
            },
          ]
        : [],
    ),
  );
  const firsts = new Set<string>();
  for (const { topic_id: id, forum_id: forumId, ...row } of tables.topics) {
    const isShown = (row.topic_visibility ?? approved) === approved && !Number(row.topic_moved_id);
    if (!id || !forumId || !isShown || row.topic_status === moved) continue;
    firsts.add(row.topic_first_post_id ?? '');
    listing.topic(id, {
      ...{ forumId, source: `${base}/viewtopic.php?t=${id}`, title: unescaped(row.topic_title ?? '') },
      ...{ at: toIso(Number(row.topic_time) * 1000), isClosed: row.topic_status === locked },
      isPinned: Number(row.topic_type) > 0,
      solution: { id: row.topic_solved ?? '', by: '', at: '' },
    });
  }
  const attached = Map.groupBy(tables.attachments, (row) => row.post_msg_id);
  for await (const { row } of rowsIn(dump, second)) {
    const { post_id: id, topic_id: topicId, poster_id: authorId } = row;
    const isShown = (row.post_visibility ?? approved) === approved;
    if (!id || !topicId || !isShown || !listing.has(topicId)) continue;
    listing.post({
      ...{ id, topicId, isFirst: firsts.has(id), source: `${base}/viewtopic.php?p=${id}` },
      ...{ authorId: authorId ?? '', at: toIso(Number(row.post_time) * 1000) },
      ...toMarkdown(row, attached.get(id) ?? []),
    });
  }
  return { from: base, lists: listing.end(tables.likes) };
}

function listGroups(tables: Tables, base: string, listing: ReturnType<typeof listCommunity>): void {
  const membersOf = Map.groupBy(
    tables.user_group.filter((row) => !Number(row.user_pending)),
    (row) => row.group_id,
  );
  for (const { group_id: id, group_type: type, ...row } of tables.groups)
    if (id && type && type !== specialGroup)
      listing.group(`${base}/memberlist.php?mode=group&g=${id}`, {
        ...{ title: unescaped(row.group_name ?? ''), about: withoutCodes(row.group_desc ?? ''), at: '' },
        kind: type === hiddenGroup ? 'secret' : type === freeGroup ? 'public' : 'closed',
        members: (membersOf.get(id) ?? []).map((each) => ({
          ...{ id: each.user_id ?? '', isOwner: each.group_leader === '1', at: '' },
        })),
      });
}

/** Who the board lists as moderators of a forum: people, and members of groups. */
function moderatorsByForum({ moderator_cache: rows, user_group }: Tables): (forumId: string) => string[] {
  const rowsOf = Map.groupBy(rows, (row) => row.forum_id ?? '');
  const membersOf = Map.groupBy(
    user_group.filter((row) => !Number(row.user_pending)),
    (row) => row.group_id ?? '',
  );
  return (forumId) =>
    (rowsOf.get(forumId) ?? []).flatMap(({ user_id: id, group_id: groupId }) =>
      Number(id) > 0 ? [id ?? ''] : (membersOf.get(groupId ?? '') ?? []).map((row) => row.user_id ?? ''),
    );
}

const withoutCodes = (text: string): string =>
  typedIn(text, '')
    .replaceAll(/\[[^[\]]*\]/g, '')
    .trim();

/** Attachments are numbered from the newest one, and those that the text does not name are below it. */
function toMarkdown(row: Values, attached: readonly Values[]): { text: string; files: readonly TextFile[] } {
  const files = attached
    .filter((each) => each.in_message !== '1' && each.is_orphan !== '1' && each.physical_filename)
    .toSorted((one, other) => Number(other.attach_id) - Number(one.attach_id))
    .map((each) => ({
      name: (each.physical_filename ?? '').slice(0, 255),
      alt: unescaped(each.real_filename ?? '')
        .replaceAll(/[[\]\n]/g, ' ')
        .slice(0, 300),
    }));
  const typed = typedIn((row.post_text ?? '').slice(0, longestContent), row.bbcode_uid ?? '');
  const below = files.map((_, at) => at).filter((at) => !typed.includes(`[attachment=${at}]`));
  const whole = [typed, ...below.map((at) => `[attachment=${at}][/attachment]`)].join('\n\n');
  return bbcodeToMarkdown(whole, (at) => files[at]);
}

const rowsIn = <Table extends string>(
  { file, dialect, prefix }: Dump,
  wanted: Readonly<Record<Table, readonly string[]>>,
): Rows<Table, string> => (dialect === 'copy' ? copyRows : insertedRows)(file, wanted, prefix);

async function readTables(dump: Dump): Promise<Tables> {
  const tables: Tables = {
    ...{ acl_groups: [], acl_options: [], acl_roles_data: [], attachments: [], config: [], forums: [] },
    ...{ groups: [], moderator_cache: [], topics: [], user_group: [], users: [], likes: [] },
  };
  for await (const { table, row } of rowsIn(dump, first))
    if (table === 'thanks')
      tables.likes.push(Number(row.post_id), Number(row.user_id), Number(row.thanks_time) * 1000);
    else tables[table].push(row);
  if (tables.users.length === 0)
    throw invalid(
      'file',
      msg('This is not the database of a {program} forum: it has no people', { program: 'phpBB' }),
    );
  return tables;
}

/** Where the board is, by its settings. */
function baseOf(config: readonly Values[]): string {
  const values = new Map(config.map((row) => [row.config_name, row.config_value ?? '']));
  const of = (name: string) => values.get(name) ?? '';
  const port = ['', '0', '80', '443'].includes(of('server_port')) ? '' : `:${of('server_port')}`;
  const scheme = /^https?:\/\/$/.test(of('server_protocol')) ? of('server_protocol') : 'https://';
  const address = URL.parse(`${scheme}${of('server_name')}${port}${of('script_path')}`);
  return address ? (address.origin + address.pathname).replace(/\/$/, '') : 'phpBB';
}

/** Whether guests may read a forum: what their group may, by itself or by a role. A “never” is stronger. */
function readableByGuests(tables: Tables): (forumId: string) => boolean {
  const guests = tables.groups.find((row) => row.group_name === 'GUESTS')?.group_id;
  const read = tables.acl_options.find((row) => row.auth_option === 'f_read')?.auth_option_id;
  const roles = new Map(
    tables.acl_roles_data
      .filter((row) => row.auth_option_id === read)
      .map((row) => [row.role_id, row.auth_setting]),
  );
  const settings = Map.groupBy(
    tables.acl_groups.filter((row) => row.group_id === guests && guests !== undefined),
    (row) => row.forum_id,
  );
  return (forumId) => {
    const found = (settings.get(forumId) ?? []).flatMap((row) => {
      const isOfRole = Number(row.auth_role_id) > 0;
      if (!isOfRole && row.auth_option_id !== read) return [];
      return [isOfRole ? roles.get(row.auth_role_id) : row.auth_setting];
    });
    return found.includes('1') && !found.includes('0');
  };
}
