import { isRecord, parseJson } from '../../kernel/json.ts';
import { msg, invalid, Problem } from '../../kernel/problem.ts';
import { sandboxTask } from '../../platform/sandbox/task.ts';
import { mediaAddress, type TextFile } from './community/discourse-text.ts';
import {
  compareTimes,
  type ArchiveEntry,
  openLists,
  readBounded,
  type ReadArchive,
  type ReadJob,
} from './entries.ts';
import { personEntry, unreadable } from './names.ts';

/** The lists of `formatPeopleLists`, which are exported alone. */
export const peopleListsName = 'people_lists.json';
export const plazaFiles = ['data/posts.json', 'data/articles.json', peopleListsName] as const;
type PlazaFile = (typeof plazaFiles)[number];

export const plazaTask = sandboxTask('moving.plaza', () => Promise.resolve(readPlaza));

/** Reads the archive of an account of Plaza. What was deleted, of a group, a page, an event or paid is counted only. */
async function readPlaza({ files, folder }: ReadJob): Promise<ReadArchive> {
  const lists = openLists(folder, ['entries']);
  const written = plazaFiles.filter((name) => name !== peopleListsName);
  const rows = written.flatMap((name) => rowsIn(files, name).map((row) => ({ name, row })));
  let from = '';
  for (const { name, row } of rows.toSorted((one, other) =>
    compareTimes(timeOf(one.row), timeOf(other.row)),
  )) {
    const source = textOf(row.address);
    from ||= URL.parse(source)?.origin ?? '';
    const privacy = textOf(row.visibleTo);
    const isLeftOut =
      ['deletedAt', 'forThoseWhoPay', 'shares', 'answerTo', 'inTheNameOf'].some(
        (field) => row[field] !== undefined,
      ) || !['public', 'friends', 'me'].includes(privacy);
    if (isLeftOut) lists.add('entries', { kind: 'not_public', source });
    else if (name === 'data/posts.json')
      lists.add('entries', { kind: 'post', source, content: { ...toPost(row), privacy } });
    else lists.add('entries', { kind: 'article', source, content: { ...toArticle(row), privacy } });
  }
  const { from: owner, entries } = peopleIn(files);
  for (const entry of entries) lists.add('entries', entry);
  return Promise.resolve({ from: from || owner, lists: lists.end() });
}

/** Whom a member mutes and blocks: `{"from": "ada@plaza.example", "muted": ["bob@plaza.example"], "blocked": []}`. */
function peopleIn(files: ReadJob['files']): { from: string; entries: ArchiveEntry[] } {
  const found = jsonIn(files, peopleListsName);
  if (found === undefined) return { from: '', entries: [] };
  if (!isRecord(found)) throw unreadableFile(peopleListsName);
  const entriesOf = (kind: string, field: string) =>
    listOf(found[field]).map((each, at) => {
      const place = `${peopleListsName} ${field} ${at + 1}`;
      return typeof each === 'string'
        ? personEntry(kind, each, place)
        : unreadable(place, JSON.stringify(each));
    });
  return {
    from: textOf(found.from).slice(0, 300),
    entries: [...entriesOf('mute', 'muted'), ...entriesOf('block', 'blocked')],
  };
}

function toPost(row: Record<string, unknown>) {
  const options = listOf(row.pollOptions).map((option) => `• ${textOf(option)}`);
  const files = [row.pictures, row.videos, row.attachments]
    .flatMap(listOf)
    .flatMap((each): TextFile[] =>
      isRecord(each) && typeof each.file === 'string'
        ? [{ name: nameOf(each.file), alt: textOf(each.description) }]
        : [],
    );
  const text = [textOf(row.text), options.join('\n')].filter(Boolean).join('\n\n');
  return { text, warning: textOf(row.warning), at: timeOf(row), files };
}

function toArticle(row: Record<string, unknown>) {
  const files = new Map<string, TextFile>();
  const text = textOf(row.text).replaceAll(
    /(!\[[^[\]\n]*\]\()([^\s()]*)\)/g,
    (whole, before: string, address: string) => {
      if (!address.includes('photos/')) return whole;
      const name = `${nameOf(address).split('.')[0] ?? ''}.webp`;
      files.set(name, { name, alt: '' });
      return `${before}${mediaAddress}${name})`;
    },
  );
  const tags = listOf(row.hashtags).map(textOf);
  return { title: textOf(row.title), text, tags, at: timeOf(row), files: [...files.values()] };
}

function rowsIn(files: ReadJob['files'], name: PlazaFile): Record<string, unknown>[] {
  const rows = jsonIn(files, name) ?? [];
  if (!Array.isArray(rows)) throw unreadableFile(name);
  // Newest first.
  return rows.filter(isRecord).toReversed();
}

function jsonIn(files: ReadJob['files'], name: PlazaFile): unknown {
  const path = files[name];
  if (path === undefined) return undefined;
  try {
    return parseJson(readBounded(path));
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw unreadableFile(name);
  }
}

const unreadableFile = (name: string) =>
  invalid('file', msg('{name} in the archive cannot be read', { name }));

const timeOf = ({ writtenAt }: Record<string, unknown>): string => textOf(writtenAt);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).slice(0, 80);
