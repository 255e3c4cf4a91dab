import type { App } from '../../../platform/app.ts';

/** The id of the transaction that was posted under a key, if one was. */
export async function findTransaction({ db }: Pick<App, 'db'>, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('social.ledger_transaction')
    .where('key', '=', key)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}
