import { t } from '../../kernel/translation/translate.ts';
import { missing, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** Deletes an upload of the viewer, unless it is in use. Files of others are treated as missing. */
export async function deleteUpload(app: App, viewer: Pick<Viewer, 'id'>, path: string): Promise<void> {
  await inTransaction(app, async (app) => {
    const { db, files } = app;
    const upload = await db
      .selectFrom('social.upload')
      .select(['id', 'small_path', 'used_at'])
      .where('path', '=', path)
      .where('account_id', '=', viewer.id)
      .forUpdate()
      .executeTakeFirst();
    if (!upload) throw await refusalFor(app, viewer, path);
    if (upload.used_at !== null) throw inUse();
    await db.deleteFrom('social.upload').where('id', '=', upload.id).execute();
    await files.remove(path);
    if (upload.small_path !== null) await files.remove(upload.small_path);
  });
}

const inUse = () => new Problem('conflict', t('This file is in use. Delete the content that uses it first.'));

async function refusalFor({ db }: App, viewer: Pick<Viewer, 'id'>, path: string): Promise<Problem> {
  const photo = await db
    .selectFrom('social.photo as photo')
    .innerJoin('social.post as post', 'post.id', 'photo.post_id')
    .select('photo.id')
    .where('photo.path', '=', path)
    .where('post.author_id', '=', viewer.id)
    .executeTakeFirst();
  if (photo) return inUse();
  const account = await db
    .selectFrom('identity.account')
    .select('id')
    .where('id', '=', viewer.id)
    .where((row) => row.or([row('picture', '=', path), row('cover', '=', path)]))
    .executeTakeFirst();
  return account
    ? new Problem('conflict', t('This is your picture or cover. Delete it with user/image_delete.'))
    : missing(t('File'));
}
