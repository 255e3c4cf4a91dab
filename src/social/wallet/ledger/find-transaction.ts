import type { App } from '../../../platform/app.ts';

/** Returns the id of the transaction posted with a key, if any. */
export async function findTransaction({ db }: Pick<App, 'db'>, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('social.ledger_transaction')
    .where('key', '=', key)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}
