import { Type } from 'typebox';
import { decodePage, toLine } from '../../kernel/text.ts';
import { Problem } from '../../kernel/problem.ts';
import { days, seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { siteName } from '../link/fields.ts';
import { type DueLink, processDueLinks } from '../link/link.ts';
import { outboundAgent } from '../product.ts';

const maxBytes = 256 * 1024;

/** Fetches titles of links without one from their destination pages, newest links first. */
export const storeTitles = (app: App): Promise<void> => processDueLinks(app, 'title_due_at', storeTitle);

/** Failures are not retried, because a title is optional. */
async function storeTitle(app: App, { id, url }: DueLink): Promise<void> {
  const title = await fetchTitle(app, url);
  if (!title) return;
  await app.db
    .updateTable('links.link')
    .set({ title })
    .where('id', '=', id)
    // The owner may have changed the title or destination in the meantime.
    .where('title', '=', siteName(url))
    .where('url', '=', url)
    .execute();
}

async function fetchTitle({ outbound, log, config }: App, url: string): Promise<string | undefined> {
  try {
    const page = await outbound.fetch(url, {
      within: seconds(5),
      max: maxBytes,
      longer: 'cut',
      headers: { accept: 'text/html', ...outboundAgent(config) },
    });
    const type = String(page.headers['content-type'] ?? '');
    return page.status === 200 && type.includes('html') ? titleIn(decodePage(page.body, type)) : undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    log.debug({ url, reason: error.message }, 'no title for a link');
    return undefined;
  }
}

const longest = 255;

const named: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…', middot: '·',
  bull: '•', laquo: '«', raquo: '»', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', copy: '©', reg: '®', trade: '™',
}; // prettier-ignore

/** Returns the title of an HTML document as one line of plain text, or undefined if it has none. */
export function titleIn(markup: string): string | undefined {
  const title = toLine(decode(rawTitle(markup)));
  return Array.from(title).slice(0, longest).join('') || undefined;
}

// Runs two searches in linear time. A single pattern for both tags would take seconds for a page of only
// opening tags.
function rawTitle(markup: string): string {
  const opening = /<title(?:\s[^<>]*)?>/i.exec(markup);
  if (!opening) return '';
  const rest = markup.slice(opening.index + opening[0].length);
  return rest.slice(0, Math.max(0, rest.search(/<\/title/i)));
}

function decode(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
    (whole: string, ...groups: (string | undefined)[]) => {
      const [decimal, hex, name] = groups;
      if (name) return named[name.toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** Releases aliases whose reservation has expired. */
export async function releaseAliases({
  db,
  clock,
  config,
}: Pick<App, 'db' | 'clock' | 'config'>): Promise<void> {
  await db
    .deleteFrom('links.reserved_alias')
    .where('released_at', '<=', new Date(clock.now().getTime() - days(config.RESERVED_NAME_DAYS)))
    .execute();
}

export const linkJobs = [
  job('links.release-aliases', Type.Object({}), releaseAliases, { cron: '29 * * * *' }),
  job('links.read-titles', Type.Object({}), storeTitles, { cron: '* * * * *', runner: 'network' }),
];
