import { isRecord, parseJson } from '../../kernel/json.ts';
import { msg, invalid } from '../../kernel/problem.ts';
import { sandboxTask } from '../../platform/sandbox/task.ts';
import { mediaAddress, type TextFile } from './community/discourse-text.ts';
import { compareTimes, openLists, readBounded, type ReadArchive, type ReadJob } from './entries.ts';

export const plazaFiles = ['data/posts.json', 'data/articles.json'] as const;
type PlazaFile = (typeof plazaFiles)[number];

export const plazaTask = sandboxTask('moving.plaza', () => Promise.resolve(readPlaza));

/** Reads the archive of an account of Plaza. What was deleted, of a group, a page, an event or paid is counted only. */
async function readPlaza({ files, folder }: ReadJob): Promise<ReadArchive> {
  const lists = openLists(folder, ['entries']);
  const rows = plazaFiles.flatMap((name) => rowsIn(files, name).map((row) => ({ name, row })));
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
  return Promise.resolve({ from, lists: lists.end() });
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
  const path = files[name];
  if (path === undefined) return [];
  try {
    const rows = parseJson(readBounded(path));
    // Newest first.
    if (Array.isArray(rows)) return rows.filter(isRecord).toReversed();
  } catch {
    // Reported with its name below.
  }
  throw invalid('file', msg('{name} in the archive cannot be read', { name }));
}

const timeOf = ({ writtenAt }: Record<string, unknown>): string => textOf(writtenAt);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).slice(0, 80);
