import type { App } from '../../../platform/app.ts';

const mostAtOnce = 200;

/** Deletes archives whose time is over: the file first, so that none is left behind that nobody knows of. */
export async function forgetExports(app: App): Promise<void> {
  const over = await app.db
    .selectFrom('social.data_export')
    .select(['id', 'path'])
    .where('expires_at', '<=', app.clock.now())
    .orderBy('expires_at')
    .limit(mostAtOnce)
    .execute();
  for (const { id, path } of over) {
    if (path !== null) await app.files.remove(path);
    await app.db.deleteFrom('social.data_export').where('id', '=', id).execute();
  }
}
