import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { block, mute } from '../relationships/blocks.ts';

testPlaza(
  'members export whom they block and mute as Mastodon does',
  async ({ app, ada, bob, carol, plaza }) => {
    await block(app, ada, bob.id);
    await mute(app, ada, carol.id);
    const { host } = new URL(app.config.plazaUrl);
    const get = async (list: string) => {
      const file = await plaza.page(ada, `/settings/import/${list}.csv`);
      assert.match(String(file.headers['content-disposition']), new RegExp(`${list}\\.csv`));
      const answer = await plaza.api(ada, 'GET', `/apis/php/imports/people-list?list=${list}`);
      assert.deepEqual(answer.body.data, { csv: file.text });
      return file.text;
    };
    assert.equal(await get('blocked_accounts'), `bob@${host}\n`);
    assert.equal(await get('muted_accounts'), `Account address,Hide notifications\ncarol@${host},true\n`);
    assert.equal((await plaza.page(undefined, '/settings/import/blocked_accounts.csv')).status, 303);
    assert.match((await plaza.page(ada, '/settings/import')).text, /Export blocks and mutes/);
  },
);
