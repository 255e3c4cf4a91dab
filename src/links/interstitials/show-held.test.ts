import assert from 'node:assert/strict';
import { testWithDatabase } from '../../../test/app.ts';
import { listenAsHop } from '../../../test/follow.ts';
import { addLink } from '../../../test/links.ts';

testWithDatabase(
  'visitors of a held link see a warning and continue only by choice',
  async ({ app }, context) => {
    const held = { held_at: app.clock.now(), held_for: 'lookalike' };
    await addLink(app, 'held', { url: 'https://login.paypa1.com/<x>?a=1&b=2', ...held });
    await addLink(app, 'list', { ...held, held_for: 'listed' });
    await addLink(app, 'gone', { ...held, suspended_at: app.clock.now() });
    const follow = await listenAsHop(app, context);
    const { status, location, text, headers } = await follow('/held');
    assert.deepEqual([status, location], [200, undefined]);
    assert.match(text, /<h1>This may not be the site you expect<\/h1>/);
    assert.match(text, /https:\/\/login\.<b>paypa1\.com<\/b>/);
    assert.match(text, /<a [^>]*rel="nofollow noreferrer noopener"[^>]*>\s*<span>Continue anyway/);
    assert.match(text, /\/report\?link=[^"]*held/);
    assert.doesNotMatch(text, /http-equiv="refresh"/i);
    assert.equal(headers['cache-control'], 'private, no-store');
    assert.match((await follow('/list')).text, /<h1>This site may be harmful<\/h1>/);
    const gone = await follow('/gone');
    assert.equal(gone.status, 403);
    assert.doesNotMatch(gone.text, /example\.com/);
  },
);
