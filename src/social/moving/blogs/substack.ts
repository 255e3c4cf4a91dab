import { parse } from 'csv-parse/sync';
import { msg, invalid } from '../../../kernel/problem.ts';
import { sandboxTask } from '../../../platform/sandbox/task.ts';
import { compareTimes, openLists, readBounded, type ReadArchive, type ReadJob } from '../entries.ts';
import { blogToMarkdown } from './markdown.ts';

export const substackTask = sandboxTask('moving.substack', () => Promise.resolve(readSubstack));

interface Row {
  post_id?: string;
  post_date?: string;
  is_published?: string;
  audience?: string;
  title?: string;
  subtitle?: string;
  type?: string;
}

/** Reads the export of Substack: `posts.csv`, and a page for each post. Drafts and posts for subscribers are counted only. */
async function readSubstack({ files, folder }: ReadJob): Promise<ReadArchive> {
  const lists = openLists(folder, ['entries']);
  const pages = new Map(
    Object.entries(files).map(([name, path]) => [name.slice(name.lastIndexOf('/') + 1), path]),
  );
  const rows = rowsIn(readBounded(files['posts.csv'] ?? ''));
  for (const row of rows.toSorted((one, other) => compareTimes(one.post_date ?? '', other.post_date ?? ''))) {
    const { post_id: id = '', title = '', subtitle = '' } = row;
    const source = `substack:/p/${id.slice(0, 300).replace(/^\d+\./, '')}`;
    const page = pages.get(`${id}.html`);
    const isPublic = row.is_published === 'true' && (row.audience ?? 'everyone') === 'everyone';
    if (!isPublic || page === undefined) {
      lists.add('entries', { kind: 'not_public', source });
      continue;
    }
    const { text, files: pictures } = await blogToMarkdown(readBounded(page), '');
    const at = new Date(row.post_date ?? '');
    lists.add('entries', {
      kind: 'article',
      source,
      content: {
        ...{ title, privacy: 'public', tags: [], files: pictures },
        text: subtitle.trim() === '' ? text : `*${subtitle.trim()}*\n\n${text}`,
        at: Number.isNaN(at.getTime()) ? '' : at.toISOString(),
      },
    });
  }
  return { from: '', lists: lists.end() };
}

function rowsIn(text: string): Row[] {
  try {
    const rows: Row[] = parse(text, {
      columns: true,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
    });
    if (rows.length > 0) return rows;
  } catch {
    throw invalid('file', msg('{name} in the archive cannot be read', { name: 'posts.csv' }));
  }
  throw invalid('file', msg('This file has no articles'));
}
