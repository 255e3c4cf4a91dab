import { msg } from '../../../kernel/message.ts';
import { invalid } from '../../../kernel/problem.ts';
import { sandboxTask } from '../../../platform/sandbox/task.ts';
import { maxOfCommunity, openLists, type ReadArchive, type ReadJob } from '../entries.ts';
import { copyRows } from './copy-rows.ts';
import { toMarkdown } from './discourse-text.ts';
import type {
  ForumContent,
  LikeContent,
  PersonContent,
  ReplyContent,
  ThreadContent,
} from './entry-contents.ts';

export const dumpName = 'dump.sql.gz';

export const discourseTask = sandboxTask('moving.discourse', () => Promise.resolve(readDiscourse));

/** Everything but posts, which are read when it is known what is theirs. */
const first = {
  backup_metadata: ['name', 'value'],
  categories: [
    'id',
    'name',
    'slug',
    'description',
    'parent_category_id',
    'position',
    'read_restricted',
    'topic_id',
  ],
  post_actions: ['post_id', 'user_id', 'post_action_type_id', 'deleted_at', 'created_at'],
  topics: [
    'id',
    'title',
    'slug',
    'created_at',
    'user_id',
    'category_id',
    'deleted_at',
    'visible',
    'closed',
    'archived',
    'pinned_at',
    'archetype',
  ],
  user_emails: ['user_id', 'email', 'primary'],
  user_profiles: ['user_id', 'bio_raw'],
  users: ['id', 'username', 'name', 'created_at', 'active', 'staged'],
} as const;

const second = {
  posts: [
    'id',
    'user_id',
    'topic_id',
    'post_number',
    'raw',
    'created_at',
    'deleted_at',
    'hidden',
    'post_type',
    'user_deleted',
  ],
} as const;

type Values = Readonly<Record<string, string | null>>;

const likeType = '2';
const regularPost = '1';

interface Topic {
  source: string;
  content: Omit<ThreadContent, 'text' | 'files'>;
}

/** What is needed when posts are read. */
interface Known {
  base: string;
  people: Map<string, string>;
  forums: Map<string, string>;
  topics: Map<string, Topic>;
  /** Post, account and time of each like. */
  likes: number[];
}

/** Reads the dump in a backup of Discourse. Private categories, messages, and what was deleted or hidden are left out. */
async function readDiscourse({ files, folder }: ReadJob): Promise<ReadArchive> {
  const dump = files[dumpName];
  if (dump === undefined) throw invalid('file', msg('The archive contains no {name}', { name: dumpName }));
  const lists = openLists(folder, ['people', 'forums', 'threads', 'replies', 'likes'], maxOfCommunity);
  const tables = await readTables(dump);
  const known = listPeopleAndForums(tables, lists);
  const posts = new Map<number, string>();
  for await (const { row } of copyRows(dump, second)) {
    const topic = known.topics.get(row.topic_id ?? '');
    const isShown = row.deleted_at === null && row.hidden !== 't' && row.user_deleted !== 't';
    if (!topic || !isShown || row.post_type !== regularPost) continue;
    const { text, files: media } = toMarkdown(row.raw ?? '');
    const author = known.people.get(row.user_id ?? '') ?? null;
    const isFirst = row.post_number === '1';
    const source = isFirst ? topic.source : `${topic.source}/${row.post_number ?? ''}`;
    posts.set(Number(row.id), source);
    if (isFirst) {
      const content: ThreadContent = { ...topic.content, author, text, files: media };
      lists.add('threads', { kind: 'thread', source, content });
    } else {
      const content: ReplyContent = {
        thread: topic.source,
        author,
        text,
        files: media,
        at: toTime(row.created_at),
      };
      lists.add('replies', { kind: 'thread_reply', source, content });
    }
  }
  for (let at = 0; at < known.likes.length; at += 3) {
    const [post = 0, account = 0, time = 0] = known.likes.slice(at, at + 3);
    const [source, author] = [posts.get(post), known.people.get(String(account))];
    if (source === undefined || author === undefined) continue;
    const content: LikeContent = { author, at: new Date(time).toISOString() };
    lists.add('likes', { kind: 'like', source, content });
  }
  return { from: known.base, lists: lists.end() };
}

interface Tables {
  base: string;
  rows: Record<Exclude<keyof typeof first, 'post_actions' | 'backup_metadata'>, Values[]>;
  likes: number[];
}

async function readTables(dump: string): Promise<Tables> {
  const rows: Tables['rows'] = { categories: [], topics: [], user_emails: [], user_profiles: [], users: [] };
  const likes: number[] = [];
  let base = '';
  for await (const { table, row } of copyRows<keyof typeof first, string>(dump, first)) {
    if (table === 'backup_metadata') base = row.name === 'base_url' ? (row.value ?? '') : base;
    else if (table !== 'post_actions') rows[table].push(row);
    else if (row.post_action_type_id === likeType && row.deleted_at === null)
      likes.push(Number(row.post_id), Number(row.user_id), Date.parse(toTime(row.created_at ?? null)));
  }
  if (rows.users.length === 0)
    throw invalid('file', msg('This is not the backup of a Discourse forum: it has no people'));
  return { base: URL.parse(base)?.origin ?? '', rows, likes };
}

function listPeopleAndForums(
  { base, rows, likes }: Tables,
  lists: ReturnType<typeof openLists<'people' | 'forums'>>,
): Known {
  const emails = new Map(
    rows.user_emails.map((row) => [row.primary === 't' ? row.user_id : null, row.email ?? '']),
  );
  const bios = new Map(rows.user_profiles.map((row) => [row.user_id, row.bio_raw ?? '']));
  const people = new Map<string, string>();
  for (const { id = '', username, name, created_at: at } of rows.users) {
    // The system and its robots have negative ids.
    if (id === null || Number(id) <= 0 || !username) continue;
    const source = `${base}/u/${username.toLowerCase()}`;
    people.set(id, source);
    const content: PersonContent = {
      username,
      name: name ?? '',
      email: emails.get(id) ?? '',
      biography: bios.get(id) ?? '',
      at: toTime(at ?? null),
    };
    lists.add('people', { kind: 'person', source, content });
  }
  const open = new Map(
    rows.categories.filter((row) => row.read_restricted !== 't').map((row) => [row.id ?? '', row] as const),
  );
  const forums = new Map<string, string>();
  const addressOf = (row: Values) => `${base}/c/${row.id ?? ''}`;
  const inOrder = [...open.values()].sort(
    (one, other) => Number(one.position ?? 0) - Number(other.position ?? 0),
  );
  // Forums before those below them. There are two levels here.
  for (const isBelow of [false, true])
    for (const row of inOrder) {
      const above = topOf(row, open);
      if ((above !== row) !== isBelow) continue;
      forums.set(row.id ?? '', addressOf(row));
      const content: ForumContent = {
        title: row.name ?? '',
        description: plain(row.description ?? ''),
        parent: isBelow ? addressOf(above) : null,
      };
      lists.add('forums', { kind: 'forum', source: addressOf(row), content });
    }
  // What describes a category there is its description here.
  const descriptions = new Set(rows.categories.map((row) => row.topic_id));
  const topics = new Map<string, Topic>();
  for (const row of rows.topics) {
    const forum = forums.get(row.category_id ?? '');
    const isShown = row.deleted_at === null && row.visible !== 'f' && row.archetype === 'regular';
    if (
      row.id === null ||
      row.id === undefined ||
      forum === undefined ||
      !isShown ||
      descriptions.has(row.id)
    )
      continue;
    topics.set(row.id, {
      source: `${base}/t/${row.id}`,
      content: {
        ...{ forum, author: null, title: row.title ?? '', at: toTime(row.created_at ?? null) },
        isClosed: row.closed === 't' || row.archived === 't',
        isPinned: row.pinned_at !== null,
      },
    });
  }
  return { base, people, forums, topics, likes };
}

/** The category at the top of a category, or the category itself. */
function topOf(row: Values, open: ReadonlyMap<string, Values>): Values {
  let above = row;
  for (let level = 0; level < 5; level += 1) {
    const next = open.get(above.parent_category_id ?? '');
    if (!next) break;
    above = next;
  }
  return above;
}

/** Dumps have times in UTC, without saying so. */
function toTime(text: string | null): string {
  const at = new Date(`${(text ?? '').replace(' ', 'T')}Z`);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}

const plain = (markup: string) => markup.replaceAll(/<[^<>]*>/g, '').trim();
