import assert from 'node:assert/strict';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { days, hours } from '../../../kernel/time.ts';
import { connect } from '../../relationships/connect.ts';
import { deleteConversation } from '../conversations/conversations.ts';
import { findByDate } from './reading.ts';
import { sendMessage } from './messages.ts';

testPlaza(
  'finds the first message of a day among those of other conversations',
  async ({ app, ada, bob, carol, plaza }) => {
    for (const other of [bob, carol]) {
      await connect(app, ada, 'friend-add', other.id);
      await connect(app, other, 'friend-accept', ada.id);
    }
    const sent: { id: string; at: Date }[] = [];
    let conversationId = '';
    for (let n = 0; n < 25; n++) {
      const at = app.clock.now();
      const message = await sendMessage(app, ada, { recipients: [bob.id], text: `Day ${n}` });
      conversationId = message.conversationId;
      sent.push({ id: message.id, at });
      for (let other = 0; other < n % 4; other++)
        await sendMessage(app, ada, { recipients: [carol.id], text: `Other ${n} ${other}` });
      await sendMessage(app, bob, { conversationId, text: `Answer ${n}` });
      app.clock.turn(n % 5 === 0 ? days(2) : hours(20));
    }
    for (const { id, at } of sent) assert.equal(await findByDate(app, ada, conversationId, at), id);
    const [first] = sent;
    assert.equal(await findByDate(app, bob, conversationId, new Date(0)), first?.id);
    assert.equal(
      await findByDate(app, bob, conversationId, new Date(app.clock.now().getTime() + 1)),
      undefined,
    );
    await assert.rejects(findByDate(app, carol, conversationId, new Date(0)), { kind: 'missing' });

    const day = sent[12]?.at.toISOString().slice(0, 10) ?? '';
    const answer = await plaza.page(ada, `/messages/${conversationId}?date=${day}`);
    assert.equal(answer.status, 303);
    const shown = await plaza.page(ada, String(answer.headers.location));
    assert.match(shown.text, /Day 12/);
    assert.doesNotMatch(shown.text, /Day 10</);
    for (const date of ['2026-02-31x', '2026-13-45'])
      assert.equal((await plaza.page(ada, `/messages/${conversationId}?date=${date}`)).status, 400, date);
    await deleteConversation(app, ada, conversationId);
    assert.doesNotMatch((await plaza.page(ada, `/messages/${conversationId}?date=2000-01-01`)).text, /Day 0/);
  },
);
