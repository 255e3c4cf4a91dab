import { isRecord, parseJson } from '../../../kernel/json.ts';
import { msg, invalid } from '../../../kernel/problem.ts';
import { longestContent, linesOf, type ReadArchive } from '../entries.ts';
import { copyRows, unpacked } from './copy-rows.ts';
import { mediaAddress, type TextFile } from './discourse-text.ts';
import type { Dump } from './dump.ts';
import { withBreaks } from './bbcode.ts';
import { listCommunity, toIso } from './listing.ts';

// NodeBB keeps objects by key in any database: `user:1`, `topic:1`, `post:1`, `category:1`, and sets of ids.

/** An object, or a member of a set with its score. */
type Found = { key: string } & ({ data: Record<string, unknown> } | { value: string; score: number });

/** Lines of `mongoexport`, or rows of the tables that NodeBB has in PostgreSQL. */
async function* objectsIn({ file, dialect }: Dump): AsyncGenerator<Found> {
  if (dialect === 'json') {
    for await (const line of linesOf(unpacked(file))) {
      const row = line.length < 2 ? undefined : jsonIn(line.toString());
      if (!row || typeof row._key !== 'string') continue;
      const { _key: key, value, score, members } = row;
      if (Array.isArray(members))
        for (const each of members) yield { key, value: textOf(each), score: Number.NaN };
      else if (typeof value === 'string' && score !== undefined) yield { key, value, score: numberOf(score) };
      else yield { key, data: row };
    }
    return;
  }
  const wanted = {
    legacy_hash: ['_key', 'data'],
    legacy_set: ['_key', 'member'],
    legacy_zset: ['_key', 'value', 'score'],
  } as const;
  for await (const { table, row } of copyRows<keyof typeof wanted, string>(file, wanted)) {
    const key = row._key ?? '';
    const data = table === 'legacy_hash' ? jsonIn(row.data ?? '') : undefined;
    if (data) yield { key, data };
    else if (table === 'legacy_set') yield { key, value: row.member ?? '', score: Number.NaN };
    else if (table === 'legacy_zset') yield { key, value: row.value ?? '', score: Number(row.score) };
  }
}

function jsonIn(text: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(text);
    return isRecord(value) ? value : undefined;
  } catch {
    throw invalid('file', msg('The archive cannot be read. Download it again, and send it as it is.'));
  }
}

type Data = Record<string, unknown>;

interface Tables {
  title: string;
  user: Data[];
  category: Data[];
  topic: Data[];
  group: Data[];
  /** Of groups, which are named. */
  members: { group: string; id: string; at: string }[];
  owners: Set<string>;
  /** Categories and whether guests can read them and their topics. */
  open: { read: Set<string>; topics: Set<string> };
  likes: number[];
  /** Who moderates categories: people by their ids, groups by their names. */
  moderators: { categoryId: string; name: string; isGroup: boolean }[];
  /** Of the plugin “Question and Answer”: its settings, and when topics were solved. */
  settings: Data;
  solvedAt: Map<string, number>;
}

/** Reads the objects of NodeBB. What guests cannot read, deleted, scheduled or from other servers is left out. */
export async function readNodebb(dump: Dump, folder: string): Promise<ReadArchive> {
  const tables = await readTables(dump);
  const base = tables.title || 'NodeBB';
  const { settings } = tables;
  const listing = listCommunity(folder);
  for (const data of tables.user) {
    const [id, username] = [textOf(data.uid), textOf(data.username)];
    if (!isId(id) || username === '') continue;
    listing.person(id, `${base}/user/${textOf(data.userslug)}`, {
      ...{ username, name: textOf(data.fullname), email: textOf(data.email) },
      ...{ biography: textOf(data.aboutme), at: toIso(numberOf(data.joindate)) },
    });
  }
  listing.forums(
    tables.category.flatMap((data) => {
      const id = textOf(data.cid);
      const isOpen = tables.open.read.has(id) && tables.open.topics.has(id) && !isOn(data.disabled);
      return isId(id) && isOpen
        ? [
            {
              ...{ id, parentId: textOf(data.parentCid), order: numberOf(data.order) },
              ...{ source: `${base}/category/${id}`, title: unescaped(textOf(data.name)) },
              description: unescaped(textOf(data.description).replaceAll(/<[^<>]*>/g, '')).trim(),
              hasSolutions: [settings.forceQuestions, settings[`defaultCid_${id}`]].includes('on'),
              moderators: moderatorsOf(tables, id),
            },
          ]
        : [];
    }),
  );
  listGroups(tables, base, listing);
  const firsts = new Set<string>();
  const now = Date.now();
  for (const data of tables.topic) {
    const id = textOf(data.tid);
    if (!isId(id) || isOn(data.deleted) || isOn(data.scheduled) || numberOf(data.timestamp) > now) continue;
    firsts.add(textOf(data.mainPid));
    listing.topic(id, {
      ...{ forumId: textOf(data.cid), source: `${base}/topic/${id}`, title: unescaped(textOf(data.title)) },
      ...{ at: toIso(numberOf(data.timestamp)), isClosed: isOn(data.locked), isPinned: isOn(data.pinned) },
      tags: textOf(data.tags).split(',').filter(Boolean),
      ...(isOn(data.isSolved) && {
        solution: { id: textOf(data.solvedPid), by: '', at: toIso(tables.solvedAt.get(id) ?? 0) },
      }),
    });
  }
  for await (const found of objectsIn(dump)) {
    if (!('data' in found) || !/^post:\d{1,15}$/.test(found.key)) continue;
    const { pid, tid, uid, content, deleted, timestamp } = found.data;
    const [id, topicId] = [textOf(pid), textOf(tid)];
    if (isOn(deleted) || !listing.has(topicId)) continue;
    listing.post({
      ...{ id, topicId, isFirst: firsts.has(id), source: `${base}/post/${id}`, authorId: textOf(uid) },
      ...{ at: toIso(numberOf(timestamp)), ...withMedia(textOf(content).slice(0, longestContent)) },
    });
  }
  return { from: base, lists: listing.end(tables.likes) };
}

/** Those of the program are marked. */
function listGroups(
  { group, members, owners }: Tables,
  base: string,
  listing: ReturnType<typeof listCommunity>,
): void {
  const membersOf = Map.groupBy(members, (row) => row.group);
  for (const data of group) {
    const name = textOf(data.name);
    if (isOn(data.system)) continue;
    listing.group(`${base}/groups/${textOf(data.slug) || name}`, {
      ...{ title: unescaped(name), about: unescaped(textOf(data.description)) },
      at: toIso(numberOf(data.createtime)),
      kind: isOn(data.hidden) ? 'secret' : isOn(data.private) ? 'closed' : 'public',
      members: (membersOf.get(name) ?? []).map(({ id, at }) => ({
        id,
        at,
        isOwner: owners.has(`${name}:${id}`),
      })),
    });
  }
}

async function readTables(dump: Dump): Promise<Tables> {
  const open = { read: new Set<string>(), topics: new Set<string>() };
  const tables: Tables = {
    ...{ title: '', user: [], category: [], topic: [], group: [], open, likes: [] },
    ...{ members: [], owners: new Set<string>(), moderators: [] },
    ...{ settings: {}, solvedAt: new Map<string, number>() },
  };
  for await (const found of objectsIn(dump)) {
    const { key } = found;
    if ('data' in found) {
      const [, kind] = /^(user|category|topic):\d{1,15}$/.exec(key) ?? [];
      if (kind !== undefined) tables[kind as 'user' | 'category' | 'topic'].push(found.data);
      else if (groupKey.test(key) && textOf(found.data.name) !== '') tables.group.push(found.data);
      else if (key === 'settings:question-and-answer') tables.settings = found.data;
      else if (key === 'config') tables.title = unescaped(textOf(found.data.title)).slice(0, 100);
      continue;
    }
    const { value, score } = found;
    const [, account] = /^uid:(\d{1,15}):upvote$/.exec(key) ?? [];
    if (account !== undefined && isId(value)) tables.likes.push(Number(value), Number(account), score);
    const [, group, list] = /^group:([^:]{1,255}):(members|owners)$/.exec(key) ?? [];
    if (group !== undefined && list === 'owners') tables.owners.add(`${group}:${value}`);
    else if (group !== undefined) tables.members.push({ group, id: value, at: toIso(score) });
    if (key === 'topics:solved') tables.solvedAt.set(value, score);
    const [, categoryId, groups] = moderation.exec(key) ?? [];
    if (categoryId !== undefined)
      tables.moderators.push({ categoryId, name: value, isGroup: groups !== undefined });
    const [, id = '', topics] = privileges.exec(key) ?? [];
    if (id !== '' && value === 'guests') open[topics === undefined ? 'read' : 'topics'].add(id);
  }
  if (tables.user.length === 0)
    throw invalid(
      'file',
      msg('This is not the database of a {program} forum: it has no people', { program: 'NodeBB' }),
    );
  return tables;
}

/** Groups, whose names have no colon. Those with one are of privileges. */
const groupKey = /^group:[^:]{1,255}$/;
/** Who may read a category is the members of a group of that name. */
const privileges = /^group:cid:(\d{1,15}):privileges:groups:(topics:)?read:members$/;

/** Who moderates a category is in groups of these names: people in one, and groups in the other. */
const moderation = /^group:cid:(\d{1,15}):privileges:(groups:)?moderate:members$/;

const moderatorsOf = ({ moderators, members }: Tables, id: string): string[] =>
  moderators
    .filter(({ categoryId }) => categoryId === id)
    .flatMap(({ name, isGroup }) =>
      isGroup ? members.filter(({ group }) => group === name).map((row) => row.id) : [name],
    );

/** Uploads in a text: `![a loaf](/assets/uploads/files/1690000000000-loaf.png)`. */
function withMedia(content: string): { text: string; files: TextFile[] } {
  const files = new Map<string, TextFile>();
  const text = withBreaks(content).replaceAll(
    /(!?)\[([^[\]\n]*)\]\((?:https?:\/\/[^\s()/]{1,200})?(?:\/[\w-]{1,50})?\/(?:assets\/)?uploads\/files\/([^\s()<>/]{1,255})\)/g,
    (_, mark: string, label: string, name: string) => {
      files.set(name, { name, alt: label.slice(0, 300) });
      return `${mark}[${label}](${mediaAddress}${name})`;
    },
  );
  return { text, files: [...files.values()] };
}

const isId = (text: string) => /^\d{1,15}$/.test(text);
const isOn = (value: unknown) => Number(value) === 1 || value === true;
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : isNumber(value) ? String(numberOf(value)) : '';
/** MongoDB writes large numbers as `{"$numberLong": "1690000000000"}`, and others by their kind. */
const isNumber = (value: unknown) =>
  typeof value === 'number' ||
  (isRecord(value) && Object.keys(value).some((key) => key.startsWith('$number')));
const numberOf = (value: unknown): number =>
  Number(isRecord(value) ? Object.values(value)[0] : (value ?? Number.NaN));
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
};
/** Titles are stored as they are shown, or escaped, depending on the version. */
const unescaped = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => entities[name] ?? '');
