import assert from 'node:assert/strict';
import { days, minutes } from '../../kernel/time.ts';
import { test, type TestApp } from '../../../test/app.ts';
import { addPerson, password } from '../../../test/world.ts';
import { createCode } from '../codes.ts';
import { purgeExpired } from './purge-expired.ts';
import { requestPasskey } from '../passkeys/sign-in-with-passkey.ts';
import { createChallenge } from '../second-factor/challenge.ts';
import { beginFactor, confirmFactor, findFactor } from '../second-factor/set-up.ts';
import { codeAt } from '../second-factor/codes.ts';
import { signIn } from '../sign-in/sign-in.ts';

const place = { origin: 'http://plaza.test', host: 'plaza.test' };
const from = (address: string) => ({ createdVia: 'page', userAgent: 'Test', address }) as const;

const tables = ['session', 'challenge', 'passkey_challenge', 'mailed_code', 'known_device'] as const;

async function countRows({ db }: TestApp): Promise<number[]> {
  const counts = tables.map((name) =>
    db
      .selectFrom(`identity.${name}`)
      .select((row) => row.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  return (await Promise.all(counts)).map(({ count }) => Number(count));
}

test('deletes expired rows and no others', async (app) => {
  const ada = await addPerson(app, 'ada');
  const signInFrom = (address: string) => signIn(app, { usernameOrEmail: 'ada', password }, from(address));
  await signInFrom('192.0.2.1');
  app.clock.turn(minutes(1));
  await signInFrom('198.51.100.1');
  await createCode(app, ada.id, 'reset');
  await requestPasskey(app, place, from('192.0.2.1'));
  await beginFactor(app, ada.id, 'app');
  const { secret = '' } = (await findFactor(app, ada.id)) ?? {};
  await confirmFactor(app, ada.id, codeAt(secret, app.clock.now()));
  await createChallenge(app, ada.id, from('192.0.2.1'));
  await purgeExpired(app);
  assert.deepEqual(await countRows(app), [2, 1, 1, 1, 2]);
  app.clock.turn(minutes(15));
  await purgeExpired(app);
  assert.deepEqual(await countRows(app), [2, 0, 0, 0, 2]);
  app.clock.turn(days(401));
  await purgeExpired(app);
  assert.deepEqual(await countRows(app), [0, 0, 0, 0, 1], 'the most recent device is still known');
});
