import type { App } from '../../../platform/app.ts';
import { latestStored } from '../spool/insert-statement.ts';

/** A click as shown to the link's owner, without data that identifies the visitor. */
export interface LatestClick {
  /** Sequence number within the account. */
  number: string;
  at: Date;
  linkId: string;
  country: string;
  browser: string;
  device: string;
  referrer: string;
}

/** Returns the latest clicks of an account, newest first: those after a number, or all that are stored. */
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
