import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { addLink } from '../shorten/add-links.ts';

testHop(
  'the page of a link tells its owner that visitors are warned or blocked',
  async ({ app, ada, asAda }) => {
    const { id } = await addLink(app, ada, { url: 'https://example.com/setup.exe', alias: 'setup' });
    const page = async () => (await asAda.page(`/dashboard/links/${id}`)).text;
    assert.match(
      await page(),
      /Visitors of this link are warned[^]*downloads a program[^]*\/appeal\?link=[^"]*setup/,
    );
    await app.db
      .updateTable('links.link')
      .set({ held_at: null, held_for: null })
      .where('id', '=', id)
      .execute();
    assert.doesNotMatch(await page(), /are warned/);
    const suspended = { suspended_at: app.clock.now(), suspended_with: 'link' };
    await app.db.updateTable('links.link').set(suspended).where('id', '=', id).execute();
    assert.match(await page(), /This link was suspended/);
  },
);
