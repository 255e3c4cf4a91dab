import { isRecord, parseJson } from '../../../kernel/json.ts';
import { msg, invalid } from '../../../kernel/problem.ts';
import { sandboxTask } from '../../../platform/sandbox/task.ts';
import { compareTimes, openLists, readBounded, type ReadArchive, type ReadJob } from '../entries.ts';
import { blogToMarkdown } from './markdown.ts';

export const ghostTask = sandboxTask('moving.ghost', () => Promise.resolve(readGhost));

/** How Ghost writes the address of the site into its export. */
const placeholder = '__GHOST_URL__';

/** Reads the export of Ghost. Posts for members only, drafts and pages are counted only. */
async function readGhost({ files, folder }: ReadJob): Promise<ReadArchive> {
  const data = dataIn(Object.values(files).map(readBounded)[0] ?? '');
  const base = settingOf(data, 'url');
  const tags = new Map(rowsOf(data.tags).map(({ id, name }) => [String(id), textOf(name)]));
  const tagsOf = Map.groupBy(rowsOf(data.posts_tags), ({ post_id: id }) => String(id));
  const lists = openLists(folder, ['entries']);
  const posts = rowsOf(data.posts).filter(
    ({ type, page }) => (type ?? 'post') === 'post' && page !== true && page !== 1,
  );
  if (posts.length === 0) throw invalid('file', msg('This file has no articles'));
  for (const post of posts.toSorted((one, other) =>
    compareTimes(textOf(one.published_at), textOf(other.published_at)),
  )) {
    const source = `${base || 'ghost:'}/${textOf(post.slug)}`;
    const isPublic = post.status === 'published' && (post.visibility ?? 'public') === 'public';
    if (!isPublic) {
      lists.add('entries', { kind: 'not_public', source });
      continue;
    }
    const at = new Date(textOf(post.published_at));
    const content = {
      ...(await blogToMarkdown(textOf(post.html).replaceAll(placeholder, base), base)),
      ...{ title: textOf(post.title), privacy: 'public' },
      tags: (tagsOf.get(String(post.id)) ?? []).map(({ tag_id: id }) => tags.get(String(id)) ?? ''),
      at: Number.isNaN(at.getTime()) ? '' : at.toISOString(),
    };
    lists.add('entries', { kind: 'article', source, content });
  }
  return { from: base, lists: lists.end() };
}

function dataIn(text: string): Record<string, unknown> {
  try {
    const whole = parseJson(text);
    const [first] = isRecord(whole) && Array.isArray(whole.db) ? (whole.db as unknown[]) : [whole];
    if (isRecord(first) && isRecord(first.data)) return first.data;
  } catch {
    // Reported below.
  }
  throw invalid('file', msg('This is not the export of a Ghost site'));
}

const rowsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function settingOf(data: Record<string, unknown>, wanted: string): string {
  const found = rowsOf(data.settings).find(({ key }) => key === wanted);
  return textOf(found?.value).replace(/\/$/, '');
}
