import { msg, Problem } from '../../kernel/problem.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/queries.ts';
import { arePasswordsOff, hasConnection, hasPasskey } from './providers.ts';

/**
 * Removes a way to sign in, unless the account then has none. Removals of one account wait for each other. `remove`
 * returns what it has removed, or undefined if there is no such thing.
 */
export const removeMethod = <Removed>(
  app: App,
  accountId: string,
  remove: (app: App) => Promise<Removed | undefined>,
): Promise<Removed | undefined> =>
  inTransaction(app, async (app) => {
    await lockRow(app, 'identity.account', accountId);
    const gone = await remove(app);
    if (gone === undefined || (await hasMethod(app, accountId))) return gone;
    throw new Problem(
      'conflict',
      msg(
        'This is your only way to sign in. Set a password, add a passkey or connect another account first.',
      ),
    );
  });

async function hasMethod(app: App, accountId: string): Promise<boolean> {
  const { password, passkey, connection } = await app.db
    .selectFrom('identity.account as account')
    .where('account.id', '=', accountId)
    .select((row) => [
      row('account.password_hash', '<>', '').as('password'),
      hasPasskey.as('passkey'),
      hasConnection.as('connection'),
    ])
    .executeTakeFirstOrThrow();
  return passkey || connection || (Boolean(password) && !(await arePasswordsOff(app)));
}
