import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

const mebibyte = 1024 ** 2;

/** Returns the bytes that an account stores: its uploads and the pictures of its posts. */
export async function getStorageUsage({ db }: Pick<App, 'db'>, { id }: Pick<Viewer, 'id'>): Promise<number> {
  const row = await db
    .selectFrom('social.storage_usage')
    .select(sql<number>`bytes::float8`.as('bytes'))
    .where('account_id', '=', id)
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

/**
 * Throws a `Problem` if the account exceeds its quota. Call it with the file size before processing, and
 * again in the transaction that stored its row, where the total is locked.
 */
export async function refuseFullStorage(
  app: Pick<App, 'db' | 'config'>,
  viewer: Pick<Viewer, 'id'>,
  { coming = 0, field }: { coming?: number; field: string },
): Promise<void> {
  const quota = app.config.STORAGE_QUOTA_MIB;
  if (quota === 0 || (await getStorageUsage(app, viewer)) + coming <= quota * mebibyte) return;
  throw new Problem(
    'too-large',
    t('You reached your storage limit of {quota} MiB. Delete some files first.', { quota }),
    {
      field,
    },
  );
}
