import assert from 'node:assert/strict';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { connect } from '../../relationships/connect.ts';
import { sendMessage } from './messages.ts';

testPlaza('a search reports whether only recent messages were searched', async ({ app, plaza, ada, bob }) => {
  await connect(app, ada, 'friend-add', bob.id);
  await connect(app, bob, 'friend-accept', ada.id);
  await sendMessage(app, ada, { recipients: [bob.id], text: 'The marmalade' });
  for (const [words, isRecentOnly] of [
    ['marmalade', false],
    ['the', true],
  ] as const) {
    const { body } = await plaza.api(bob, 'GET', `/apis/php/chat/search?query=${words}`);
    const found = body as unknown as { data: { message: string }[]; recent_only: boolean };
    assert.deepEqual(
      [found.data.map(({ message }) => message), found.recent_only],
      [['The marmalade'], isRecentOnly],
      words,
    );
  }
});
