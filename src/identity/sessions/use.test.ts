import assert from 'node:assert/strict';
import { type TestApp, testWithDatabase } from '../../../test/app.ts';
import { eventually } from '../../../test/peers/eventually.ts';
import { addPerson } from '../../../test/world.ts';
import { days, minutes } from '../../kernel/time.ts';
import { findSession, startSession } from './sessions.ts';

const device = { createdVia: 'page' as const, userAgent: 'Test', address: '127.0.0.1' };

const lastSeen = async (app: TestApp, id: string) =>
  (
    await app.db
      .selectFrom('identity.account')
      .select('last_seen_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).last_seen_at;

/** Polls until the use is recorded, which happens in the background. With a token, the session is used meanwhile. */
async function awaitSeen(app: TestApp, id: string, at: Date, token?: string) {
  const seen = await eventually(
    async () => {
      if (token !== undefined) await findSession(app, token);
      return lastSeen(app, id);
    },
    (seen) => seen?.getTime() === at.getTime(),
  );
  assert.deepEqual(seen, at);
}

testWithDatabase('sets last seen to the latest sign-in or session use', async ({ app }) => {
  const ada = await addPerson(app, 'ada');
  assert.equal(await lastSeen(app, ada.id), null);
  const token = await startSession(app, ada.id, device);
  assert.deepEqual(await lastSeen(app, ada.id), app.clock.now());
  const began = app.clock.now();
  app.clock.turn(minutes(1));
  await findSession(app, token);
  app.clock.turn(minutes(3));
  await Promise.all(Array.from({ length: 20 }, () => findSession(app, token)));
  await awaitSeen(app, ada.id, app.clock.now());
  assert.equal(app.clock.now().getTime() - began.getTime(), minutes(4));
});

testWithDatabase('ends a session that is not used, and one that is used for too long', async ({ app }) => {
  const ada = await addPerson(app, 'ada');
  const [idle, used] = [await startSession(app, ada.id, device), await startSession(app, ada.id, device)];
  const daysPassed = { idle: 0, used: 0 };
  for (let day = 1; day <= 400; day += 1) {
    app.clock.turn(days(1));
    if (await findSession(app, used)) daysPassed.used = day;
    await awaitSeen(
      app,
      ada.id,
      daysPassed.used === day ? app.clock.now() : ((await lastSeen(app, ada.id)) ?? app.clock.now()),
      used,
    );
    if (day === 13) assert.ok(await findSession(app, idle));
    if (day === 28) assert.equal(await findSession(app, idle), undefined);
  }
  assert.equal(daysPassed.used, app.config.SESSION_DAYS - 1);
});
