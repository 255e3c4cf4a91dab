import { invalid, msg } from '../../kernel/problem.ts';
import { isBlank } from '../../kernel/text.ts';
import { parseTimeZone } from '../../kernel/time.ts';
import { type App, verb } from '../../platform/app.ts';
import { remembered } from '../../platform/remembered.ts';
import type { Owner } from './owned.ts';

const zones = remembered('workspace.changed', async ({ db }, accountId): Promise<string | undefined> => {
  const row = await db
    .selectFrom('links.workspace')
    .select('time_zone')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.time_zone;
});

/** Returns the time zone of a workspace. Undefined: that of each reader. */
export const getTimeZone = (app: App, { id }: Owner): Promise<string | undefined> => zones.get(app, id);

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
  async (app, viewer: Owner, typed: string): Promise<void> => {
    const { db } = app;
    const zone = isBlank(typed) ? '' : parseTimeZone(typed);
    if (zone === undefined) throw invalid('timezone', msg('Unknown time zone'));
    if (zone === '') await db.deleteFrom('links.workspace').where('account_id', '=', viewer.id).execute();
    else
      await db
        .insertInto('links.workspace')
        .values({ account_id: viewer.id, time_zone: zone })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ time_zone: zone }))
        .execute();
    await zones.announce(app, viewer.id);
  },
);
