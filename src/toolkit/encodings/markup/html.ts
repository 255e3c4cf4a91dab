import { readMarkup } from '../../../platform/sandbox/markup.ts';
import { sandboxTask } from '../../../platform/sandbox/task.ts';

/** What tools read in fetched pages, as bytes, in the sandbox. */
export const metaTask = fetchedTask('toolkit.meta', parseMeta);
export const resourcesTask = fetchedTask('toolkit.resources', countResources);
export const sitemapTask = fetchedTask('toolkit.sitemap', parseSitemap);

/** Bytes are sent as they came, and decoded in the sandbox: a text of 3 MB would be copied twice more. */
function fetchedTask<O>(name: string, read: (text: string) => Promise<O>) {
  return sandboxTask(name, () =>
    Promise.resolve((body: Uint8Array) => read(Buffer.from(body).toString('utf8'))),
  );
}

/** Reads metadata from the head of a page. */
export async function parseMeta(html: string) {
  const tags: { name: string; content: string }[] = [];
  let title = '';
  let isInTitle = false;
  await readMarkup(html, {
    onopentag: (name, { content, name: key, property, rel, href }) => {
      if (name === 'title' && title === '') isInTitle = true;
      if (tags.length >= 500) return;
      if (name === 'meta' && content !== undefined && (key ?? property))
        tags.push({ name: (property ?? key ?? '').slice(0, 200), content: content.slice(0, 2000) });
      if (name === 'link' && rel === 'canonical' && href)
        tags.push({ name: 'canonical', content: href.slice(0, 2000) });
    },
    ontext: (text) => {
      if (isInTitle && title.length < 2000) title += text;
    },
    onclosetag: (name) => {
      if (name === 'title') isInTitle = false;
    },
  });
  const description = tags.find(({ name }) => name === 'description' || name === 'og:description');
  return { title: title.trim(), description: description?.content ?? '', tags };
}

/** Counts what a page loads. */
async function countResources(html: string) {
  const found = { scripts: 0, styles: 0, images: 0, frames: 0 };
  await readMarkup(html, {
    onopentag: (name, { src, rel }) => {
      if (name === 'script' && src) found.scripts += 1;
      if (name === 'link' && rel === 'stylesheet') found.styles += 1;
      if (name === 'img') found.images += 1;
      if (name === 'iframe') found.frames += 1;
    },
  });
  return found;
}

const listedEntries = 20;

/** Counts the entries of a sitemap. `kind` is empty if the document is none. */
async function parseSitemap(xml: string) {
  const first: string[] = [];
  let [count, newest, current, kind] = [0, '', '', ''];
  await readMarkup(
    xml,
    {
      onopentagname: (name) => {
        current = name;
        if (name === 'urlset' || name === 'sitemapindex') kind = name === 'urlset' ? 'URLs' : 'sitemaps';
      },
      ontext: (text) => {
        const value = text.trim();
        if (value === '') return;
        if (current === 'loc') {
          count += 1;
          if (first.length < listedEntries) first.push(value.slice(0, 2000));
        }
        if (current === 'lastmod' && value > newest) newest = value.slice(0, 100);
      },
      onclosetag: () => (current = ''),
    },
    { xmlMode: true },
  );
  return { kind, count, newest, first };
}
