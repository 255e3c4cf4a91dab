import { invalid } from '../../kernel/problem.ts';
import { isTimeZone } from '../../kernel/time.ts';
import { msg } from '../../kernel/message.ts';
import type { App } from '../../platform/app.ts';
import { verb } from '../../platform/verb.ts';
import type { Owner } from './owned.ts';

/** Returns the time zone of a workspace. Undefined: that of each reader. */
export async function getTimeZone({ db }: Pick<App, 'db'>, { id }: Owner): Promise<string | undefined> {
  const row = await db
    .selectFrom('links.workspace')
    .select('time_zone')
    .where('account_id', '=', id)
    .executeTakeFirst();
  return row?.time_zone;
}

/** The same for the workspace of a link, a bio page or a QR code. */
export async function getTimeZoneOf({ db }: Pick<App, 'db'>, linkId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('links.link')
    .innerJoin('links.workspace', 'links.workspace.account_id', 'links.link.account_id')
    .select('time_zone')
    .where('links.link.id', '=', linkId)
    .executeTakeFirst();
  return row?.time_zone;
}

/** Sets the time zone of statistics and expiry dates of a workspace. Blank: that of each reader. */
export const setTimeZone = verb(
  { name: 'owned.time-zone', who: 'member', role: 'admin' },
  async ({ db }, viewer: Owner, typed: string): Promise<void> => {
    const zone = typed.trim();
    if (zone !== '' && !isTimeZone(zone)) throw invalid('timezone', msg('Unknown time zone'));
    if (zone === '') {
      await db.deleteFrom('links.workspace').where('account_id', '=', viewer.id).execute();
      return;
    }
    await db
      .insertInto('links.workspace')
      .values({ account_id: viewer.id, time_zone: zone })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ time_zone: zone }))
      .execute();
  },
);
