import { sql } from 'kysely';
import type { App } from '../app.ts';
import { inTransaction } from '../database/transaction.ts';
import { removePicture, storePicture } from '../pictures.ts';
import type { Drawing, Picture, PictureKind, PictureSource } from '../pictures.ts';

/** The small square beside a name, or what is across the top of a page. */
export type OwnPicture = 'picture' | 'cover';

const kindOf = { picture: 'avatars', cover: 'covers' } as const satisfies Record<OwnPicture, PictureKind>;

/** A row that has a picture and a cover: columns `picture`, `picture_small` and `cover`. */
export interface PicturedRow {
  table: string;
  id: string;
}

interface NewPicture {
  source: PictureSource;
  drawing?: Drawing;
  /** The account whose turn it is in the queue of pictures. */
  owner: string;
}

/** Gives a row its picture or cover, drawn anew. The former one is removed. Returns the new one's path. */
export async function replacePicture(
  app: App,
  row: PicturedRow,
  which: OwnPicture,
  { source, drawing, owner }: NewPicture,
): Promise<string> {
  const stored = await storePicture(app, owner, source, kindOf[which], drawing);
  try {
    await swapPicture(app, row, which, stored);
  } catch (error) {
    await removePicture(app, stored.path);
    throw error;
  }
  return stored.path;
}

/** Puts a stored picture in the place of the one that is there, or none. */
export async function swapPicture(
  app: App,
  { table, id }: PicturedRow,
  which: OwnPicture,
  next: Picture | null,
): Promise<void> {
  const former = await inTransaction(app, async ({ db }) => {
    // Two forms at once: each removes what it found, so neither may find what the other is about to replace.
    const { rows } = await sql<{ path: string | null }>`
      select ${sql.ref(which)} as path from ${sql.table(table)} where id = ${id} for no key update`.execute(
      db,
    );
    const small = which === 'cover' ? sql`` : sql`, picture_small = ${next?.small ?? null}`;
    await sql`update ${sql.table(table)} set ${sql.ref(which)} = ${next?.path ?? null}${small} where id = ${id}`.execute(
      db,
    );
    return rows[0]?.path ?? null;
  });
  if (former === null) return;
  app.afterCommit(() => {
    removePicture(app, former).catch((error: unknown) => {
      app.log.warn({ err: error, path: former }, 'a picture that is used no more could not be removed');
    });
  });
}
