import assert from 'node:assert/strict';
import type { Plaza } from '../../ask-plaza.ts';
import { heldWord, markerOf, sharedTag, type People, type Content } from './privacy-world.ts';

/**
 * Cached pages for signed-out visitors change immediately when the audience of their content shrinks: when it
 * is made private, held or deleted, or its author is suspended.
 */
export async function checkStored(plaza: Plaza, people: People, pieces: readonly Content[]): Promise<void> {
  const { owner, moderator } = people;
  const read = async (place: string) => (await plaza.page(undefined, place)).text;
  const addressOf = (name: string) => pieces.find(({ marker }) => marker === markerOf(name))?.address ?? '';
  const lists = ['/@owner', `/hashtag/${sharedTag}`, '/feeds/people/owner/rss'];
  const edit = (name: string, fields: Record<string, string>) =>
    plaza.form(owner, `${addressOf(name)}/edit`, fields);
  const text = `${markerOf('post')} #${sharedTag}`;

  const acts: [string, readonly string[], () => ReturnType<Plaza['form']>][] = [
    ['post', [addressOf('post'), ...lists], () => edit('post', { text, privacy: 'me' })],
    ['choice', [addressOf('choice')], () => edit('choice', { text: heldWord, privacy: 'public' })],
    ['pagepost', ['/pages/openpage'], () => plaza.form(owner, `${addressOf('pagepost')}/delete`)],
    [
      'question',
      ['/questions', '/@owner/questions', '/citations?type=questions'],
      () => plaza.form(moderator, `/operator/people/${owner.id}/suspend`, { reason: 'Enough' }),
    ],
  ];
  for (const [name, places, act] of acts) {
    for (const place of places)
      assert.ok((await read(place)).toLowerCase().includes(markerOf(name)), `${name} is not at ${place}`);
    const { status } = await act();
    assert.equal(status, 303, name);
    for (const place of places)
      assert.ok(!(await read(place)).toLowerCase().includes(markerOf(name)), `${name} stays at ${place}`);
  }
  // Cached: two requests return the same page, including parts that normally vary.
  assert.equal(await read('/discover'), await read('/discover'));
}
