import { newToken, seal, tokenHash, unseal } from '../../kernel/secrets.ts';
import { hours } from '../../kernel/time.ts';
import { missing, msg } from '../../kernel/problem.ts';
import { findViewer } from '../../identity/account/viewer.ts';
import { type App, perAccount, verb, type Viewer } from '../../platform/app.ts';

const toAddress = ({ config }: Pick<App, 'config'>, token: string) =>
  `${config.plazaUrl}/calendars/${token}/events.ics`;

/** The address of the viewer's calendar. Undefined until it is created. */
export async function getCalendarAddress(app: App, { id }: Viewer): Promise<string | undefined> {
  const row = await app.db
    .selectFrom('social.event_calendar')
    .where('account_id', '=', id)
    .select('sealed')
    .executeTakeFirst();
  return row && toAddress(app, unseal(app.config.secretKey, row.sealed));
}

/** Creates the secret address of the viewer's calendar. The one before stops working. */
export const renewCalendarAddress = verb(
  { name: 'events.renew-calendar', who: 'member', limit: perAccount(20, hours(1)) },
  async (app, { id }: Viewer): Promise<string> => {
    const token = newToken();
    const values = {
      token_hash: tokenHash(token),
      sealed: seal(app.config.secretKey, token),
      created_at: app.clock.now(),
    };
    await app.db
      .insertInto('social.event_calendar')
      .values({ account_id: id, ...values })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
      .execute();
    return toAddress(app, token);
  },
);

/** Deletes the address of the viewer's calendar. */
export const deleteCalendarAddress = verb(
  { name: 'events.delete-calendar', who: 'member' },
  async ({ db }, { id }: Viewer): Promise<void> => {
    await db.deleteFrom('social.event_calendar').where('account_id', '=', id).execute();
  },
);

/** The person whose calendar is at a secret address. An unknown one is treated as missing. */
export async function getCalendarOwner(app: App, token: string): Promise<Viewer> {
  const row = await app.db
    .selectFrom('social.event_calendar')
    .where('token_hash', '=', tokenHash(token))
    .select('account_id')
    .executeTakeFirst();
  const owner = row && (await findViewer(app, row.account_id));
  if (!owner) throw missing(msg('Calendar'));
  return owner;
}
