import { msg, invalid } from '../../../kernel/problem.ts';
import { readMarkup } from '../../../platform/sandbox/markup.ts';
import { sandboxTask } from '../../../platform/sandbox/task.ts';
import { compareTimes, openLists, readBounded, type ReadArchive, type ReadJob } from '../entries.ts';
import { type ArticleEntry, blogToMarkdown } from './markdown.ts';

export const wordpressTask = sandboxTask('moving.wordpress', () => Promise.resolve(readWordPress));

interface Item {
  fields: Record<string, string>;
  tags: string[];
}

/** Reads WXR, the export of WordPress. What is not published for everyone is counted only. */
async function readWordPress({ files, folder }: ReadJob): Promise<ReadArchive> {
  const lists = openLists(folder, ['entries']);
  const entries: { source: string; also?: string; kind: string; item?: Item }[] = [];
  let from = '';
  for (const path of Object.values(files)) {
    const { base, items } = await itemsIn(readBounded(path));
    from ||= base;
    for (const { fields, tags } of items) {
      const source = addressIn(fields.link ?? fields.guid ?? '', base);
      if (fields['wp:post_type'] !== 'post' || source === '') continue;
      const isPublic = fields['wp:status'] === 'publish' && (fields['wp:post_password'] ?? '') === '';
      const also = `${base}/?p=${fields['wp:post_id'] ?? ''}`;
      entries.push({ source, also, kind: isPublic ? 'article' : 'not_public', item: { fields, tags } });
    }
  }
  if (entries.length === 0) throw invalid('file', msg('This file has no articles'));
  const dateOf = ({ item }: (typeof entries)[number]) => item?.fields['wp:post_date_gmt'] ?? '';
  for (const entry of entries.toSorted((one, other) => compareTimes(dateOf(one), dateOf(other)))) {
    const { source, also, kind, item } = entry;
    if (kind !== 'article' || !item) lists.add('entries', { kind, source });
    else lists.add('entries', { kind, source, content: await toArticle(item, from), ...(also && { also }) });
  }
  return { from, lists: lists.end() };
}

/** Where an article was, as it is looked up: below the address of the blog, and however it ended. */
function addressIn(link: string, base: string): string {
  const [address, home] = [URL.parse(link), URL.parse(base)];
  if (!address) return '';
  return `${(home ?? address).origin}${address.pathname.replace(/\/$/, '')}${address.search}`;
}

async function toArticle({ fields, tags }: Item, base: string): Promise<ArticleEntry> {
  const at = new Date(`${(fields['wp:post_date_gmt'] ?? '').replace(' ', 'T')}Z`);
  return {
    ...(await blogToMarkdown(withParagraphs(fields['content:encoded'] ?? ''), base)),
    ...{ title: fields.title ?? '', tags, privacy: 'public' },
    at: Number.isNaN(at.getTime()) ? '' : at.toISOString(),
  };
}

/** The classic editor stores paragraphs as empty lines, and galleries and captions as shortcodes. */
function withParagraphs(content: string): string {
  const plain = content.replaceAll(/\[\/?(?:caption|gallery|embed)[^[\]\n]*\]/g, '');
  if (/<p[\s>]/i.test(plain)) return plain;
  return plain
    .split(/\n{2,}/)
    .map((part) => `<p>${part.trim().replaceAll('\n', '<br>')}</p>`)
    .join('');
}

/** The items of a channel, and its address. */
async function itemsIn(xml: string): Promise<{ base: string; items: Item[] }> {
  const items: Item[] = [];
  let [base, text, item, isTag] = ['', '', undefined as Item | undefined, false];
  await readMarkup(
    xml,
    {
      onopentag: (name, { domain }) => {
        text = '';
        if (name === 'item') item = { fields: {}, tags: [] };
        isTag = name === 'category' && domain === 'post_tag';
      },
      ontext: (part) => (text += part),
      onclosetag: (name) => {
        if (name === 'item' && item) items.push(item);
        if (name === 'item') item = undefined;
        else if (item && isTag && name === 'category') item.tags.push(text.trim());
        // Custom fields have fields of the same names inside.
        else if (item) item.fields[name] ??= text.trim();
        else if (name === 'wp:base_blog_url') base = text.trim().replace(/\/$/, '');
      },
    },
    { xmlMode: true },
  );
  return { base, items };
}
