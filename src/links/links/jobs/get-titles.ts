import { Problem } from '../../../kernel/problem.ts';
import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { outboundAgent } from '../../outbound-agent.ts';
import { processDueLinks, type DueLink } from '../../record/due-links.ts';
import { siteName } from '../../record/fields/texts.ts';
import { titleIn } from './title-in.ts';

const maxBytes = 256 * 1024;

/** Fetches titles of links without one from their destination pages, newest links first. */
export const getTitles = (app: App): Promise<void> => processDueLinks(app, 'title_due_at', getTitle);

/** Failures are not retried, because a title is optional. */
async function getTitle(app: App, { id, url }: DueLink): Promise<void> {
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
    return page.status === 200 && type.includes('html') ? titleIn(decoded(page.body, type)) : undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    log.debug({ url, reason: error.logMessage }, 'no title for a link');
    return undefined;
  }
}

/** Decodes with the character set from the header or, as a fallback, from the page's head. */
function decoded(body: Buffer, type: string): string {
  const head = body.subarray(0, 1024).toString('latin1');
  const name =
    /charset=["']?([\w-]+)/i.exec(type)?.[1] ?? /<meta[^<>]+charset=["']?([\w-]+)/i.exec(head)?.[1];
  try {
    return new TextDecoder(name ?? 'utf-8').decode(body);
  } catch {
    return body.toString('utf8');
  }
}
