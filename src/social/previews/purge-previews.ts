import { sql } from 'kysely';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { removePicture } from '../../platform/pictures.ts';

const cachedFor = days(30);
const maxAtOnce = 200;

/** Deletes previews that no post or message refers to. */
export async function purgePreviews(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - cachedFor);
  for (;;) {
    const { rows } = await sql<{ picture: string | null }>`
      delete from social.link_preview where key in (
        select key from social.link_preview preview
        where requested_at < ${before} and not exists (
          select from social.post where post.link = preview.address and post.deleted_at is null)
        and not exists (
          select from social.message where message.link = preview.address and message.deleted_at is null)
        limit ${maxAtOnce} for update skip locked)
      returning picture`.execute(app.db);
    for (const { picture } of rows) if (picture !== null) await removePicture(app, picture);
    if (rows.length < maxAtOnce) return;
  }
}
