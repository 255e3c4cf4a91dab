import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { firstIdAt } from '../click.ts';

/** A stored click without what identifies the visitor, as its link's owner may export it. */
export interface StoredClick {
  /** Begins with the time. */
  id: string;
  at: Date;
  linkId: string;
  isBot: boolean;
  country: string;
  region: string;
  city: string;
  browser: string;
  system: string;
  device: string;
  language: string;
  referrer: string;
  variant: string;
}

/** Clicks are stored some seconds after they happen. Later ones may follow with an earlier time until then. */
const settlesWithin = sql`interval '60 seconds'`;

/** Selects the oldest clicks of an account after one of them, or from a time on. */
export async function listClicks(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  accountId: string,
  {
    after,
    from,
    linkId,
    max,
  }: { after?: string | undefined; from?: Date | undefined; linkId?: string | undefined; max: number },
): Promise<StoredClick[]> {
  const start = after === undefined ? from : timeOf(after);
  const { rows } = await sql<StoredClick>`
    select id, at, link_id as "linkId", is_bot as "isBot", country, region, city, browser, system, device, language,
      referrer, variant
    from links.click
    where account_id = ${accountId} and at < ${clock.now()}::timestamptz - ${settlesWithin}
      ${start ? sql`and at >= ${start} and id >= ${firstIdAt(start)}::uuid` : sql``}
      ${after ? sql`and (at, id) > (${start}, ${after}::uuid)` : sql``}
      ${linkId ? sql`and link_id = ${linkId}` : sql``}
    order by at, id
    limit ${max}`.execute(db);
  return rows;
}

const timeOf = (id: string) => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
