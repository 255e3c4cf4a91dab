import { readFileSync, statSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { isRecord, parseJson } from '../../kernel/json.ts';
import { msg, invalid, Problem } from '../../kernel/problem.ts';
import { sandboxTask } from '../../platform/sandbox/task.ts';
import { t } from '../../web/translation/translate.ts';
import { longestAlt, longestWarning } from '../posts/new-post.ts';
import { type ArchiveEntry, compareTimes, openLists, type ReadArchive, type ReadJob } from './entries.ts';
import { personEntry, unreadable } from './names.ts';
import { readMarkup, withoutTags } from '../../platform/sandbox/markup.ts';

/** A post as an archive has it. */
export interface ArchivePost {
  text: string;
  warning: string;
  privacy: 'public' | 'friends' | 'me';
  /** ISO 8601. */
  at: string;
  files: readonly { name: string; alt: string }[];
}

/** The files of an archive that are read, by the end of their names. Members can also send the lists alone. */
export const readNames = [
  'actor.json',
  'outbox.json',
  'bookmarks.json',
  'likes.json',
  'following_accounts.csv',
  'blocked_accounts.csv',
  'muted_accounts.csv',
  'lists.csv',
] as const;
type ReadName = (typeof readNames)[number];

type ArchiveFiles = Partial<Record<ReadName, Buffer>>;

export const mastodonTask = sandboxTask('moving.mastodon', () => Promise.resolve(readMastodon));

/** Of all files that are read. A post has about 2 kB. */
const largestRead = 128 * 1024 ** 2;
const maxFilesOfPost = 16;
const longestAddress = 600;
/** Of the markup of a post. */
const longestContent = 200_000;

/** Reads what `BackupService` and `Export` of Mastodon write, and the same of programs that write it too. */
async function readMastodon({ files: paths, folder }: ReadJob): Promise<ReadArchive> {
  const files = readFiles(paths);
  const actor = objectIn(files, 'actor.json');
  const lists = openLists(folder, ['entries']);
  for (const entry of [
    ...(await postsIn(itemsIn(files, 'outbox.json'), actor)),
    ...addressesIn(files, 'bookmarks.json').map((source) => ({ kind: 'bookmark', source })),
    ...addressesIn(files, 'likes.json').map((source) => ({ kind: 'favorite', source })),
    ...listsIn(files),
    ...peopleIn(files, 'following_accounts.csv', 'follow'),
    ...peopleIn(files, 'muted_accounts.csv', 'mute'),
    ...peopleIn(files, 'blocked_accounts.csv', 'block'),
  ])
    lists.add('entries', entry);
  return { from: nameOf(actor), lists: lists.end() };
}

function readFiles(paths: Readonly<Record<string, string>>): ArchiveFiles {
  const size = Object.values(paths).reduce((sum, path) => sum + statSync(path).size, 0);
  if (size > largestRead)
    throw new Problem('too-large', msg('The archive contains too much'), { field: 'file' });
  return Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, readFileSync(path)]));
}

interface PostEntry extends ArchiveEntry {
  content?: ArchivePost;
}

/** An outbox is oldest first, so posts are added in the order in which they were written. */
async function postsIn(items: readonly unknown[], actor: Record<string, unknown>): Promise<ArchiveEntry[]> {
  const entries: PostEntry[] = [];
  const own = new Set(
    items.flatMap((item) => (isRecord(item) && isRecord(item.object) ? [item.object.id] : [])),
  );
  for (const item of items) {
    if (!isRecord(item)) continue;
    const { type, object, id } = item;
    if (type === 'Announce')
      entries.push({ kind: 'boost', source: (textOf(object) || textOf(id)).slice(0, 600) });
    if (type !== 'Create' || !isRecord(object)) continue;
    const source = textOf(object.id);
    if (source === '' || source.length > longestAddress) continue;
    const privacy = privacyOf(object, actor);
    if (privacy === 'direct') entries.push({ kind: 'direct', source });
    else {
      const { inReplyTo } = object;
      // What continues one's own post is not a reply to others.
      const isReply = typeof inReplyTo === 'string' && !own.has(inReplyTo);
      const content = { ...(await contentOf(object)), privacy };
      entries.push({ kind: isReply ? 'reply' : 'post', source, content });
    }
  }
  // The date has the same form everywhere, so texts are compared.
  return entries
    .map((entry) => ({ entry, at: entry.content?.at ?? '' }))
    .sort((one, other) => compareTimes(one.at, other.at))
    .map(({ entry }) => entry);
}

async function contentOf(object: Record<string, unknown>): Promise<Omit<ArchivePost, 'privacy'>> {
  const { summary, published, attachment, tag, contentMap } = object;
  const content =
    textOf(object.content) || (isRecord(contentMap) ? textOf(Object.values(contentMap)[0]) : '');
  const names = new Map(
    listOf(tag).flatMap((each) =>
      isRecord(each) && each.type === 'Mention'
        ? [[textOf(each.href), fullName(textOf(each.name), textOf(each.href))] as const]
        : [],
    ),
  );
  const text = await toPostText(content.slice(0, longestContent), withPages(names));
  const options = [...listOf(object.oneOf), ...listOf(object.anyOf)].flatMap((each) =>
    isRecord(each) ? [`• ${textOf(each.name)}`] : [],
  );
  const at = new Date(textOf(published));
  const files = listOf(attachment)
    .slice(0, maxFilesOfPost)
    .flatMap((each) =>
      isRecord(each) && textOf(each.url) !== ''
        ? [{ name: mediaName(textOf(each.url)), alt: textOf(each.name).slice(0, longestAlt) }]
        : [],
    );
  return {
    text: [text, options.join('\n')].filter(Boolean).join('\n\n'),
    warning:
      textOf(summary).slice(0, longestWarning) ||
      (object.sensitive === true && files.length > 0 ? t('Sensitive') : ''),
    at: Number.isNaN(at.getTime()) ? '' : at.toISOString(),
    files,
  };
}

/** Mentions link to the page of a person (`/@bob`), and tags to the address of the actor (`/users/bob`). */
function withPages(names: ReadonlyMap<string, string>): Map<string, string> {
  const all = new Map(names);
  for (const [address, name] of names) {
    const url = URL.parse(address);
    const [, user = ''] = /^@([^@]+)@/.exec(name) ?? [];
    if (url && user !== '') all.set(`${url.origin}/@${user}`, name);
  }
  return all;
}

/** `@bob` of the member's own server has no server in its name. */
function fullName(name: string, address: string): string {
  if (/^@[^@\s]+@[^@\s]+$/.test(name)) return name;
  const host = URL.parse(address)?.host;
  return host === undefined ? name.replace(/^@/, '') : `${name.startsWith('@') ? '' : '@'}${name}@${host}`;
}

const publicNames = new Set(['https://www.w3.org/ns/activitystreams#Public', 'as:Public', 'Public']);

/** Posts for followers become those for friends, because nobody else here is known to have been one. */
function privacyOf(
  { to, cc }: Record<string, unknown>,
  actor: Record<string, unknown>,
): 'public' | 'friends' | 'direct' {
  const audience = [...listOf(to), ...listOf(cc)].filter((each) => typeof each === 'string');
  if (audience.some((each) => publicNames.has(each))) return 'public';
  const followers = textOf(actor.followers);
  return audience.some((each) => (followers === '' ? /\/followers\/?$/.test(each) : each === followers))
    ? 'friends'
    : 'direct';
}

/** The part that files in the archive and addresses in the outbox have in common, wherever the server stores them. */
function mediaName(address: string): string {
  const at = address.lastIndexOf('media_attachments/');
  return (at === -1 ? address.replace(/^\/+/, '') : address.slice(at)).slice(0, 500);
}

function nameOf({ preferredUsername, id }: Record<string, unknown>): string {
  const host = URL.parse(textOf(id))?.host;
  const name = textOf(preferredUsername);
  return name === '' || host === undefined ? '' : `${name}@${host}`.slice(0, 300);
}

function objectIn(files: ArchiveFiles, name: ReadName): Record<string, unknown> {
  const bytes = files[name];
  if (!bytes) return {};
  try {
    const value = parseJson(bytes.toString());
    if (isRecord(value)) return value;
  } catch {
    // Reported with its name below.
  }
  throw invalid('file', msg('{name} in the archive cannot be read', { name }));
}

const itemsIn = (files: ArchiveFiles, name: ReadName): unknown[] =>
  listOf(objectIn(files, name).orderedItems);

const addressesIn = (files: ArchiveFiles, name: ReadName): string[] =>
  itemsIn(files, name).filter(
    (each): each is string => typeof each === 'string' && each.length <= longestAddress,
  );

/** The names of the first column. Some lists have a line of titles. */
const peopleIn = (files: ArchiveFiles, name: ReadName, kind: string): ArchiveEntry[] =>
  rowsIn(files, name).flatMap(({ place, cells: [first = ''] }, at) =>
    at === 0 && first.toLowerCase() === 'account address' ? [] : [personEntry(kind, first, place)],
  );

const listsIn = (files: ArchiveFiles): ArchiveEntry[] =>
  rowsIn(files, 'lists.csv').map(({ place, cells }) => {
    const [list = '', name = ''] = cells;
    return list === ''
      ? unreadable(place, cells.join(','))
      : personEntry('list', name, place, { list: list.slice(0, 200) });
  });

interface Line {
  /** Such as `lists.csv:12`. */
  place: string;
  cells: string[];
}

function rowsIn(files: ArchiveFiles, name: ReadName): Line[] {
  const bytes = files[name];
  if (!bytes) return [];
  try {
    const rows = parse(bytes.toString(), {
      ...{ bom: true, info: true, relax_column_count: true, skip_empty_lines: true, trim: true },
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return rows.map(({ record, info }) => ({ place: `${name}:${info.lines}`, cells: record }));
  } catch {
    throw invalid('file', msg('{name} in the archive cannot be read', { name }));
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** Mentions by their address there, with the name that includes the server. */
type Names = ReadonlyMap<string, string>;

/**
 * Converts the HTML of a post to plain text. Links become their addresses, which Mastodon shortens in the text.
 * Mentions get the name of their server, so that they do not become those of other people here.
 */
async function toPostText(markup: string, names: Names): Promise<string> {
  const parts: string[] = [];
  let link: { address: string; from: number; isName: boolean } | undefined;
  const ends: Record<string, () => void> = {
    p: () => parts.push('\n\n'),
    pre: () => parts.push('\n\n'),
    blockquote: () => parts.push('\n\n'),
    li: () => parts.push('\n'),
    a: () => {
      if (link) parts.push(linkText(link, parts.splice(link.from).join(''), names));
      link = undefined;
    },
  };
  const isWhole = await readMarkup(
    markup,
    {
      onopentag: (name, { href = '', class: classes = '' }) => {
        if (name === 'br') parts.push('\n');
        if (name === 'li') parts.push('• ');
        if (name === 'a')
          link = { address: href, from: parts.length, isName: /\b(?:mention|hashtag)\b/.test(classes) };
      },
      ontext: (part) => parts.push(part),
      onclosetag: (name) => ends[name]?.(),
    },
    { decodeEntities: true },
  );
  if (!isWhole) return toPostText(withoutTags(markup), names);
  return parts
    .join('')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function linkText(
  { address, isName }: { address: string; isName: boolean },
  shown: string,
  names: Names,
): string {
  const name = names.get(address);
  if (name !== undefined) return name;
  // A mention that the tags do not have.
  if (shown.startsWith('@')) return /^https?:\/\//.test(address) ? address : shown.slice(1);
  if (isName || !/^https?:\/\//.test(address)) return shown;
  return address;
}
