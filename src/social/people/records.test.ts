import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { changePrivacy, getPrivacy } from '../../identity/account/privacy.ts';
import { sendFriendRequest } from '../relationships/connect.ts';

type Fields = Record<string, unknown>;

const details = {
  work_title: 'Engineer',
  work_place: 'The Mill',
  city: 'London',
  hometown: 'Leeds',
  relationship: 'married',
  birthdate: '1990-12-10',
};

async function fillIn({ app, ada }: World): Promise<void> {
  await app.db.updateTable('identity.account').set(details).where('id', '=', ada.id).execute();
}

testPlaza('a profile in the API has its public fields and no private ones', async (world) => {
  const { app, ada, bob, plaza } = world;
  await fillIn(world);
  const read = async (query: string) =>
    (await plaza.api(bob, 'GET', `/apis/php/user/profile?${query}`)).body.data as Fields;
  const shown = await read('username=ada');
  assert.deepEqual(
    [shown.user_name, shown.user_work_title, shown.user_work_place, shown.user_current_city],
    ['ada', 'Engineer', 'The Mill', 'London'],
  );
  assert.deepEqual([shown.user_hometown, shown.user_relationship], ['Leeds', 'married']);
  assert.equal(shown.user_birthdate, '', 'a birthdate is private by default');
  const privacy = await getPrivacy(app, ada.id);
  const parts = { ...privacy.parts, birthdate: 'public', work: 'me', location: 'friends' } as const;
  await changePrivacy(app, ada.id, { ...privacy, parts });
  const changed = await read(`user_id=${ada.id}`);
  assert.equal(changed.user_birthdate, '1990-12-10');
  const hidden = ['user_work_title', 'user_work_place', 'user_current_city', 'user_hometown'];
  assert.deepEqual(
    hidden.map((field) => changed[field]),
    ['', '', '', ''],
  );
});

testPlaza('flags of records are booleans', async ({ ada, bob, plaza }) => {
  const { body } = await plaza.api(bob, 'GET', `/apis/php/user/profile?user_id=${ada.id}`);
  const { user_verified, user_subscribed, user_is_online } = body.data as Fields;
  assert.deepEqual([user_verified, user_subscribed, typeof user_is_online], [false, false, 'boolean']);
  const own = (await plaza.api(ada, 'GET', '/apis/php/app/settings')).body.data as { user: Fields };
  assert.deepEqual(
    [own.user.user_verified, own.user.user_subscribed, own.user.user_is_online],
    [false, false, true],
  );
  const created = await plaza.api(ada, 'POST', '/apis/php/pages/page', {
    username: 'teahouse',
    title: 'Tea',
  });
  assert.equal((created.body.data as Fields).page_verified, false, created.body.message);
});

testPlaza('app/settings shows the counters that data/reset resets', async ({ app, ada, bob, plaza }) => {
  const read = async () => {
    const { user } = (await plaza.api(ada, 'GET', '/apis/php/app/settings')).body.data as { user: Fields };
    return [
      user.user_live_requests_counter,
      user.user_live_messages_counter,
      user.user_live_notifications_counter,
    ];
  };
  assert.deepEqual(await read(), [0, 0, 0]);
  await sendFriendRequest(app, bob, ada.id);
  assert.deepEqual(await read(), [1, 0, 1]);
  app.clock.turn(1);
  for (const reset of ['friend_requests', 'notifications']) {
    const { status, body } = await plaza.api(ada, 'POST', '/apis/php/data/reset', { reset });
    assert.equal(status, 200);
    assert.deepEqual(
      { ...body, timestamp: '' },
      { status: 'success', message: 'Reset', data: {}, has_more: false, timestamp: '' },
    );
  }
  assert.deepEqual(await read(), [0, 0, 0]);
});
