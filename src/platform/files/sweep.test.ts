import assert from 'node:assert/strict';
import { testWithDatabase } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { days } from '../../kernel/time.ts';
import { inTransaction } from '../database/transaction.ts';
import { newPath } from './path.ts';
import { sweepFiles } from './sweep.ts';

testWithDatabase('deletes unreferenced files after a few days, and no others', async ({ app }) => {
  const ada = await addPerson(app, 'ada');
  const put = async (name = 'photos') => {
    const path = newPath(name, 'image/webp', new Date());
    await app.files.put(path, Buffer.from('picture'), 'image/webp');
    return path;
  };
  const inColumn = await put();
  const small = inColumn.replace('.webp', '-small.webp');
  await app.files.put(small, Buffer.from('small'), 'image/webp');
  const inDocument = await put('avatars');
  const inAddress = await put();
  const orphan = await put();
  await app.db
    .updateTable('identity.account')
    .set({
      picture: inColumn,
      social_links: JSON.stringify([{ icon: inDocument }]),
      biography: `See ${app.files.address(inAddress)}.`,
    })
    .where('id', '=', ada.id)
    .execute();
  // As if the process died before its transaction committed.
  let rolledBack = '';
  await inTransaction(app, async ({ files, db }) => {
    rolledBack = newPath('photos', 'image/webp', new Date());
    await files.put(rolledBack, Buffer.from('picture'), 'image/webp');
    await db.updateTable('identity.account').set({ cover: rolledBack }).where('id', '=', ada.id).execute();
    throw new Error('the connection is lost');
  }).catch(() => undefined);

  const now = Date.now();
  const at = (time: number) => ({ ...app, clock: { now: () => new Date(time) } });
  assert.equal(await sweepFiles(at(now + days(2))), 0);
  assert.equal(await sweepFiles(at(now + days(4))), 2);
  const present = async (path: string) => (await app.files.find(path)) !== undefined;
  assert.deepEqual(
    await Promise.all([inColumn, small, inDocument, inAddress, orphan, rolledBack].map(present)),
    [true, true, true, true, false, false],
  );
  // Files in use are not checked again.
  assert.equal(await sweepFiles(at(now + days(400))), 0);
  assert.deepEqual(await app.db.selectFrom('system.stored_file').selectAll().execute(), []);
});
