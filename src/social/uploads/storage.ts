import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

const mebibyte = 1024 ** 2;

/** Bytes that an account stores: its uploads, and the pictures of its posts. */
export async function getStorageUsage({ db }: Pick<App, 'db'>, { id }: Pick<Viewer, 'id'>): Promise<number> {
  const row = await db
    .selectFrom('social.storage_usage')
    .select(sql<number>`bytes::float8`.as('bytes'))
    .where('account_id', '=', id)
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

/**
 * A `Problem` when the account stores more than it may. Called before a file is processed with its size, and again in the
 * transaction that has stored its row, where the count is locked.
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
    t('You reached your storage limit of {quota} MiB. Delete some files first', { quota }),
    {
      field,
    },
  );
}
