import assert from 'node:assert/strict';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import type { Viewer } from '../../../platform/app.ts';
import { connect } from '../../relationships/connect.ts';
import { sendMessage } from '../messages/messages.ts';
import { setTyping } from './presence.ts';
import { markConversationsSeen } from './receipts.ts';

testPlaza(
  'people who do not share typing, receipts or presence do not see those of others either',
  async (world) => {
    const { app, plaza, ada, bob } = world;
    await connect(app, ada, 'friend-add', bob.id);
    await connect(app, bob, 'friend-accept', ada.id);
    const { conversationId } = await sendMessage(app, ada, { recipients: [bob.id], text: 'Hello' });
    const say = (author: Viewer) => sendMessage(app, author, { conversationId, text: 'Hello' });
    const set = (viewer: Viewer, privacy: object) =>
      app.db
        .updateTable('identity.account')
        .set({ privacy: JSON.stringify(privacy), last_seen_at: app.clock.now() })
        .where('id', '=', viewer.id)
        .execute();
    /** Returns what a reader sees of the other person, who has read everything, is typing and is online. */
    const visibleTo = async (reader: Viewer, other: Viewer) => {
      await say(reader);
      await markConversationsSeen(app, other, [{ conversationId }]);
      await setTyping(app, other, conversationId, true);
      const url = `/apis/php/chat/messages?conversation_id=${conversationId}`;
      const { data } = (await plaza.api(reader, 'GET', url)).body as unknown as {
        data: { seen_name_list: string; typing_name_list: string; user_is_online: boolean };
      };
      return [data.seen_name_list !== '', data.typing_name_list !== '', data.user_is_online];
    };
    const cases = [
      [{}, [true, true, true]],
      [{ receipts: false }, [false, true, true]],
      [{ typing: false }, [true, false, true]],
      [{ presence: false }, [true, true, false]],
    ] as const;
    for (const [privacy, expected] of cases) {
      await set(ada, {});
      await set(bob, privacy);
      assert.deepEqual(
        await visibleTo(ada, bob),
        expected,
        `what others see with ${JSON.stringify(privacy)}`,
      );
      assert.deepEqual(await visibleTo(bob, ada), expected, `what one sees with ${JSON.stringify(privacy)}`);
    }
  },
);
