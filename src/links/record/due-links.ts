import { sql } from 'kysely';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';

const atOnce = 8;
/** Maximum duration of a run. Shorter than the interval between runs, and short enough for shutdown. */
const longestRun = seconds(20);

/** A link with pending background work. */
export interface DueLink {
  id: string;
  url: string;
}

/**
 * Runs `work` for links that are due by this column, newest first. Each is tried only once, even if it fails.
 */
export async function processDueLinks(
  app: App,
  column: 'title_due_at' | 'target_check_due_at',
  work: (app: App, link: DueLink) => Promise<void>,
): Promise<void> {
  const end = app.clock.now().getTime() + longestRun;
  let links: DueLink[];
  do {
    links = await claimDueLinks(app, column);
    await Promise.all(links.map((link) => work(app, link)));
  } while (links.length === atOnce && app.clock.now().getTime() < end);
}

async function claimDueLinks({ db }: App, column: string): Promise<DueLink[]> {
  const due = sql.ref(column);
  const { rows } = await sql<DueLink>`update links.link set ${due} = null where id in (
      select id from links.link where ${due} is not null order by ${due} desc limit ${atOnce} for update skip locked
    ) returning id, url`.execute(db);
  return rows;
}
