import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectAgent } from '../../../test/agent.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { Problem } from '../../kernel/problem.ts';
import { publishPost } from '../../social/posts/publishing.ts';
import { parseMessage } from '../tasks/message.ts';
import { runMessage } from '../tasks/send-message.ts';
import { skills } from './skills.ts';

testPlaza('a skill is admitted by the rules of its verb before anything is done', async ({ app, ada }) => {
  const asked: string[] = [];
  const admit = ({ name }: { name: string }) => {
    asked.push(name);
    return Promise.reject(new Problem('throttled', 'Too many requests'));
  };
  const message = { role: 'user', parts: [{ text: 'One too many' }] };
  for (const { id, verb } of skills.filter(({ publishes }) => publishes)) {
    const params = { skillId: id, message, metadata: { target: '1', title: 'A title' } };
    const actor = { agent: { id: '1', name: 'Reading list' } as never, viewer: ada };
    await assert.rejects(runMessage({ ...app, admit }, actor, parseMessage(params)), { status: 429 }, id);
    assert.equal(asked.at(-1), verb?.rules.name, id);
  }
  const { n } = await app.db
    .selectFrom('agents.task')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  assert.equal(Number(n), 0);
});

testPlaza('an agent’s post is counted once, as its person’s', async ({ plaza, ada }) => {
  const agent = await connectAgent(plaza, ada);
  const message = { role: 'user', parts: [{ text: 'Market day' }] };
  const { headers, body } = await agent.call('message/send', { message, skillId: 'post' });
  assert.ok(body.result);
  const { limit } = publishPost.rules;
  assert.deepEqual(
    [Number(headers['x-ratelimit-limit']), Number(headers['x-ratelimit-remaining'])],
    [limit?.calls, Number(limit?.calls) - 1],
  );
});

test('the input of every skill is closed', () => {
  for (const { id, input } of skills)
    assert.equal((input as { additionalProperties?: unknown }).additionalProperties, false, id);
});
