import { sql } from 'kysely';
import type { App } from '../app.ts';
import { inTransaction } from '../database/transaction.ts';
import { removePicture, storePicture } from '../pictures.ts';
import type { Drawing, Picture, PictureKind, PictureSource } from '../pictures.ts';

/** The square picture beside a name, or the cover across the top of a page. */
export type OwnPicture = 'picture' | 'cover';

const kindOf = { picture: 'avatars', cover: 'covers' } as const satisfies Record<OwnPicture, PictureKind>;

/** A row with the columns `picture`, `picture_small` and `cover`. */
export interface PicturedRow {
  table: string;
  id: string;
}

interface NewPicture {
  source: PictureSource;
  drawing?: Drawing;
  /** The account whose share of the image queue is used. */
  owner: string;
}

/** Sets the picture or cover of a row, re-encoded, and removes the previous one. Returns the new path. */
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

/** Replaces the stored picture with another path, or null. */
export async function swapPicture(
  app: App,
  { table, id }: PicturedRow,
  which: OwnPicture,
  next: Picture | null,
): Promise<void> {
  const former = await inTransaction(app, async ({ db }) => {
    // Locks the row: each of two concurrent requests removes the previous picture, so they must not see the
    // same one.
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
      app.log.warn({ err: error, path: former }, 'an unused picture could not be deleted');
    });
  });
}
