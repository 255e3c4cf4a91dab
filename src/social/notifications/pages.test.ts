import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { connect } from '../relationships/connect.ts';
import { getChoices, unsubscribeToken } from './choices.ts';
import { getCounters } from './counters.ts';
import { listNotifications } from './reading.ts';

testPlaza(
  'people can view and open notifications and change their settings',
  async ({ app, ada, bob, carol, plaza }) => {
    await connect(app, bob, 'follow', ada.id);
    const [one] = (await listNotifications(app, ada)).items;
    const address = `/notifications/${one?.id}`;
    assert.equal((await plaza.page(carol, address)).status, 404);
    assert.equal((await getCounters(app, ada)).notifications, 1);
    assert.match((await plaza.page(ada, '/notifications')).text, /notification unread/);
    assert.equal((await getCounters(app, ada)).notifications, 0);
    const opened = await plaza.page(ada, address);
    assert.deepEqual([opened.status, opened.headers.location], [303, '/@bob']);
    assert.doesNotMatch((await plaza.page(ada, '/notifications')).text, /notification unread/);
    assert.equal((await plaza.form(carol, '/notifications/read')).status, 303);

    await connect(app, carol, 'friend-add', ada.id);
    const all = (await plaza.page(ada, '/notifications')).text;
    assert.match(all, /Accept: Carol Test/);
    const requests = (await plaza.page(ada, '/notifications?show=requests')).text;
    assert.match(requests, /Accept: Carol Test/);
    assert.doesNotMatch(/<main[^]*<\/main>/.exec(requests)?.[0] ?? '', /Bob Test/);
    assert.doesNotMatch((await plaza.page(ada, '/notifications?show=money')).text, /Accept: Carol Test/);
    assert.equal((await plaza.page(ada, '/notifications?show=nonsense')).status, 400);
    await connect(app, ada, 'friend-accept', carol.id);
    assert.doesNotMatch((await plaza.page(ada, '/notifications')).text, /Accept: Carol Test/);

    const chosen = { 'follow-page': 'on', 'follow-mail': 'on', 'mention-push': 'on' };
    assert.equal((await plaza.form(ada, '/settings/notifications', chosen)).status, 303);
    const { follow, mention, report } = await getChoices(app, ada.id);
    assert.deepEqual(
      { follow, mention, report },
      {
        follow: { onPage: true, byMail: true, byPush: false },
        mention: { onPage: false, byMail: false, byPush: true },
        report: { onPage: false, byMail: false, byPush: false },
      },
    );
    const token = unsubscribeToken(app, ada.id);
    for (const wrong of ['', `${bob.id}.${token.split('.')[1]}`, `${token}0`])
      assert.equal((await plaza.form(undefined, '/notifications/unsubscribe', { token: wrong })).status, 404);
    assert.match(
      (await plaza.page(undefined, `/notifications/unsubscribe?token=${token}`)).text,
      /Unsubscribe/,
    );
    assert.equal((await plaza.form(undefined, '/notifications/unsubscribe', { token })).status, 200);
    assert.deepEqual((await getChoices(app, ada.id)).follow, { onPage: true, byMail: false, byPush: false });
  },
);
