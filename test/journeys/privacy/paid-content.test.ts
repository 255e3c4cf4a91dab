// Checks that paid operations sell only content that is public and whose authors have not opted out, for
// every operation and input.
import assert from 'node:assert/strict';
import { Value } from 'typebox/value';
import { changePrivacy, getPrivacy } from '../../../src/identity/account/privacy.ts';
import { Problem } from '../../../src/kernel/problem.ts';
import { contentOperations } from '../../../src/servers/paid-features.ts';
import type { PaidOperation } from '../../../src/paid/operation.ts';
import type { App } from '../../../src/platform/app.ts';
import { testPlaza } from '../../ask-plaza.ts';
import { addOtherContent } from './privacy-beside.ts';
import { addRestrictedLater } from './privacy-turned.ts';
import {
  addPeople,
  addPieces,
  createTrends,
  markersIn,
  mayRead,
  block,
  sharedTag,
  sharedWord,
  type Content,
} from './privacy-world.ts';

/** Returns the response for a buyer in both formats, or an empty string if refused. */
async function buy(app: App, operation: PaidOperation, input: Record<string, unknown>): Promise<string> {
  const filled = Value.Default(operation.input, { ...input }) as never;
  assert.ok(Value.Check(operation.input, filled), `${operation.path} accepts ${JSON.stringify(input)}`);
  try {
    const answer = await operation.answer(app, filled, '');
    assert.deepEqual(
      [...Value.Errors(operation.output, answer)],
      [],
      `${operation.path} responds as declared`,
    );
    if (operation.items)
      assert.equal(await operation.items(app, filled), (answer as { count: number }).count, operation.path);
    return JSON.stringify(answer) + (operation.markdown?.(app, answer as never) ?? '');
  } catch (error) {
    if (error instanceof Problem && error.kind === 'missing') return '';
    throw error;
  }
}

/** Returns inputs with results: none, and every value of existing content that fits a property. */
function inputsOf({ input, example }: PaidOperation, ids: readonly string[]): Record<string, unknown>[] {
  const { limit, id, username, hashtag, q } = input.properties as Record<string, unknown>;
  const max = limit === undefined ? {} : { limit: 100 };
  return [
    {},
    max,
    Object.fromEntries(Object.entries(example.input).filter(([name]) => !['id', 'username'].includes(name))),
    ...(id === undefined ? [] : ids.map((id) => ({ id }))),
    ...(username === undefined
      ? []
      : ['owner', 'openpage', 'suspended'].map((username) => ({ username, ...max }))),
    ...(hashtag === undefined ? [] : [{ hashtag: sharedTag, ...max }]),
    ...(q === undefined ? [] : [sharedWord, 'zq', 'owner', `#${sharedTag}`].map((q) => ({ q, ...max }))),
    ...(input.properties.type === undefined
      ? []
      : ['posts', 'articles', 'threads', 'questions', 'people', 'pages', 'terms', 'tags']
          .filter((type) => Value.Check(input.properties.type ?? {}, type))
          .map((type) => ({ type, q: sharedWord, ...max }))),
  ];
}

/** Buys everything by every operation. Returns the text. */
async function buyAll(app: App): Promise<string> {
  const posts = await app.db.selectFrom('social.post').select('id').execute();
  const ids = posts.map(({ id }) => id);
  let text = '';
  for (const operation of contentOperations)
    for (const input of inputsOf(operation, ids)) text += await buy(app, operation, input);
  return text;
}

testPlaza('only public content is sold, and none of authors who opted out', async ({ app, olga }) => {
  const people = await addPeople(app, olga);
  const pieces: Content[] = [
    ...(await addPieces(app, people)),
    ...(await addRestrictedLater(app, people)),
    ...(await addOtherContent(app, people)),
  ];
  await createTrends(app);
  await block(app, people);
  const audiences = new Map(pieces.map(({ marker, audience }) => [marker, audience]));
  const markers = markersIn(await buyAll(app), audiences);
  for (const marker of markers)
    assert.ok(mayRead(audiences.get(marker) ?? 'nobody', 'visitor'), `${marker} is not for sale`);
  for (const name of ['post', 'article', 'question', 'answer', 'thread', 'reply'])
    assert.ok(markers.has(`zq${name}qz`), `${name} is for sale`);

  await changePrivacy(app, people.owner.id, {
    ...(await getPrivacy(app, people.owner.id)),
    isOffered: false,
  });
  const after = await buyAll(app);
  // Glossary terms have no author who could opt out.
  const left = [...markersIn(after, audiences)].filter((marker) => audiences.get(marker) !== 'all');
  assert.deepEqual(left, []);
  assert.doesNotMatch(after, /\/@owner/);
});

testPlaza('examples match their declaration, and missing content gets 404', async ({ app }) => {
  for (const { path, input, output, example } of contentOperations) {
    assert.deepEqual([...Value.Errors(output, example.output)], [], path);
    assert.ok(Value.Check(input, Value.Default(input, { ...example.input })), path);
  }
  for (const path of [
    '/api/post',
    '/api/article',
    '/api/thread',
    '/api/question',
    '/api/page',
    '/api/profile',
  ]) {
    const operation = contentOperations.find((each) => each.path === path);
    const given = operation?.input.properties.id ? { id: '999999' } : { username: 'nobody-of-that-name' };
    assert.ok(operation);
    assert.equal(await buy(app, operation, given), '', path);
  }
});
