import type { App } from '../../../platform/app.ts';
import { latestStored } from '../spool/insert-statement.ts';

/** A click as its link's owner may see it: nothing in it is of one person alone. */
export interface LatestClick {
  /** The how-manieth of its account. */
  number: string;
  at: Date;
  linkId: string;
  country: string;
  browser: string;
  device: string;
  referrer: string;
}

/** The latest clicks on what an account has, newest first: those after a number, or as many as are kept. */
export async function listLatestClicks(
  { db }: Pick<App, 'db'>,
  accountId: string,
  after = '0',
): Promise<LatestClick[]> {
  return db
    .selectFrom('links.latest_click')
    .where('account_id', '=', accountId)
    .where('number', '>', after)
    .select(['number', 'at', 'link_id as linkId', 'country', 'browser', 'device', 'referrer'])
    .orderBy('number', 'desc')
    .limit(latestStored)
    .execute();
}
