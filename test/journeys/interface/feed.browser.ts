// The feed in use: optimistic updates, what survives a reload, and keyboard shortcuts.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Viewer } from '../../../src/platform/app.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { react } from '../../../src/social/reactions/reactions.ts';
import { follow } from '../../../src/social/relationships/follows.ts';
import { heic } from '../../media/heic.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { enter } from './enter.ts';

describe('the feed in a browser', () => {
  let services: Services;
  let ada: Viewer, bob: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    bob = await addPerson(services.app, 'bob');
  });
  after(() => services.stop());

  const say = (by: Viewer, text: string) =>
    publishPost(services.app, by, { text, privacy: 'public', photos: [] });

  for (const hasScripts of [true, false])
    it(`opens the form of a post and adds a poll, ${hasScripts ? 'with' : 'without'} scripts`, async () => {
      const page = await enter(services, ada, hasScripts);
      await page.goto('/');
      await page.locator('.composer-prompt').click();
      const post = page.locator('#compose-form').getByRole('button', { name: 'Post', exact: true });
      const box = page.getByLabel('What’s on your mind?');
      await box.waitFor();
      assert.equal(await page.getByRole('dialog').count(), hasScripts ? 1 : 0);
      await page.getByLabel('Poll', { exact: true }).check({ force: true });
      await box.fill(`Tea or coffee? ${String(hasScripts)}`);
      await page.getByLabel('Choice 1', { exact: true }).fill('Tea');
      await page.getByLabel('Choice 2', { exact: true }).fill('Coffee');
      await post.click();
      await page.getByText('0 people have voted').first().waitFor();
      await page.context().close();
    });

  it('keeps a draft through a reload until it is sent or its writer signs out', async () => {
    const page = await enter(services, ada);
    await page.goto('/compose');
    const box = page.getByLabel('What’s on your mind?');
    await box.fill('Half a thought');
    await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('unsent:')));
    await page.reload();
    await page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('#compose')?.value === 'Half a thought',
    );
    await page.locator('#compose-form').getByRole('button', { name: 'Post', exact: true }).click();
    await page.locator('.post-body', { hasText: 'Half a thought' }).first().waitFor();
    await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('unsent:')));
    await page.goto('/compose');
    assert.equal(await box.inputValue(), '');
    await box.fill('Never sent');
    await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('unsent:')));
    await page.evaluate(() =>
      document.querySelector<HTMLFormElement>('form[action="/signout"]')?.requestSubmit(),
    );
    await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('unsent:')));
    await page.context().close();
  });

  it('shows a reaction before the server answers, and reverts it when refused', async () => {
    const id = await say(bob, 'Worth a thumb');
    await react(services.app, bob, id, 'love');
    const page = await enter(services, ada);
    await page.goto(`/posts/${id}`);
    await page.waitForLoadState('networkidle');
    let answer: (() => void) | undefined;
    const isAsked = new Promise<void>((resolve) => (answer = resolve));
    let release: (() => void) | undefined;
    await page.route(`**/posts/${id}/react`, async (route) => {
      answer?.();
      await new Promise<void>((resolve) => (release = resolve));
      await route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Broken</h1>' });
    });
    const like = page.locator(`#reactions-${id} > form .post-action`);
    const total = page.locator(`#reactions-${id} .reaction-summary > span:last-child`);
    assert.equal(await total.innerText(), '1');
    await like.click();
    await isAsked;
    await page.waitForFunction(
      (id) => document.querySelector(`#reactions-${id} > form .post-action`)?.ariaPressed === 'true',
      id,
    );
    assert.equal(await total.innerText(), '2');
    release?.();
    await page.getByText('That didn’t work. Try again.').waitFor();
    assert.equal(await like.getAttribute('aria-pressed'), 'false');
    assert.equal(await total.innerText(), '1');
    await page.unrouteAll();
    await like.click();
    await page
      .getByLabel('Reactions: 1 like, 1 love')
      .or(page.getByLabel('Reactions: 1 love, 1 like'))
      .waitFor();
    await page.context().close();
  });

  it('shows a follow at once, and reverts it if the server cannot be reached', async () => {
    const page = await enter(services, ada);
    await page.goto('/@bob');
    await page.waitForLoadState('networkidle');
    await page.route('**/connect', (route) => route.abort());
    const button = page.getByRole('button', { name: 'Follow: bob' });
    await button.click();
    await page.getByText('The server can’t be reached. Try again.').waitFor();
    assert.equal((await button.innerText()).trim(), 'Follow');
    await page.unrouteAll();
    await button.click();
    await page.getByRole('button', { name: 'Following: bob' }).waitFor();
    await page.context().close();
  });

  it('moves between posts with j and k, likes with l and replies with r', async () => {
    const carol = await addPerson(services.app, 'carol');
    await follow(services.app, carol, bob.id);
    const older = await say(bob, 'The older one');
    const newer = await say(bob, 'The newer one');
    const page = await enter(services, carol);
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await page.keyboard.press('j');
    assert.equal(await focused(), `post-${newer}`);
    await page.keyboard.press('j');
    assert.equal(await focused(), `post-${older}`);
    await page.keyboard.press('l');
    await page.locator(`#reactions-${older}`).getByLabel('Reactions: 1 like').waitFor();
    await page.keyboard.press('k');
    assert.equal(await focused(), `post-${newer}`);
    await page.keyboard.press('r');
    await page.waitForURL(`**/posts/${newer}#comment`);
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('r');
    assert.equal(await focused(), 'comment');
    await page.context().close();
  });

  it('announces new posts to people who do not follow anyone yet', async () => {
    const dora = await addPerson(services.app, 'dora');
    const page = await enter(services, dora);
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    await say(bob, 'Something new for all');
    // The page does this every half minute.
    await page.evaluate(() => document.dispatchEvent(new CustomEvent('live:feed')));
    await page.getByRole('link', { name: '1 new post' }).click();
    await page.getByText('Something new for all').waitFor();
    await page.context().close();
  });

  it('shows upload progress', async () => {
    const page = await enter(services, ada);
    await page.goto('/compose');
    await page.waitForLoadState('networkidle');
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 400_000,
    });
    await page.getByLabel('What’s on your mind?').fill('A file comes with it');
    await page.getByLabel('Add audio or files').setInputFiles({
      name: 'numbers.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('1 2 3\n'.repeat(100_000)),
    });
    await page.locator('#compose-form').getByRole('button', { name: 'Post', exact: true }).click();
    await page.waitForFunction(() =>
      /^[1-9]\d*%$/.test(document.querySelector('.upload-state output')?.textContent ?? ''),
    );
    await page.getByText('numbers.txt').first().waitFor();
    await page.locator('.post-body', { hasText: 'A file comes with it' }).first().waitFor();
    await page.context().close();
  });

  it('names a chosen picture that the browser cannot show, and previews others', async () => {
    const page = await enter(services, ada);
    await page.goto('/articles/new');
    const entries = page.locator('[data-dropzone-target=previews] li');
    const cover = page.locator('input[type=file][name=file]');
    await cover.setInputFiles({ name: 'beach.heic', mimeType: 'image/heic', buffer: heic });
    // The field is below the options that are closed at first.
    await entries.filter({ hasText: 'beach.heic' }).waitFor({ state: 'attached' });
    await cover.setInputFiles('docs/pictures/plaza-and-hop.webp');
    await entries.locator('img[alt="plaza-and-hop.webp"]').waitFor({ state: 'attached' });
    await page.context().close();
  });
});
