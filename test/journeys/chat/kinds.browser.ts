// Every kind of message between three browsers, one of which is offline for a while.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Viewer } from '../../../src/platform/app.ts';
import { createGroup } from '../../../src/social/chat/conversations/conversations.ts';
import { openSignedIn } from '../../chromium/enter-as.ts';
import { startServices, type Services } from '../../services.ts';
import { addFriends, says, textsOf, write } from './chat-world.ts';

/** Records one second of changing video in the browser. */
async function recordVideo(page: Page): Promise<Buffer> {
  const encoded = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 120 });
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    for (let n = 0; n < 10; n += 1) {
      if (context) context.fillStyle = `hsl(${n * 36} 80% 50%)`;
      context?.fillRect(0, 0, 160, 120);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    recorder.stop();
    await ended;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return Buffer.from(encoded, 'base64');
}

/** Returns the playback position after starting. */
const play = async (media: HTMLMediaElement): Promise<number> => {
  media.muted = true;
  await media.play();
  while (media.currentTime === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  return media.currentTime;
};

describe('people in a group', () => {
  let services: Services;
  let ada: Viewer, bob: Viewer, carol: Viewer;

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    [ada, bob, carol] = await addFriends(services.app);
  });
  after(() => services.stop());

  it('send every kind of message, and receive all of them after a disconnect', async () => {
    const contexts = await Promise.all([ada, bob, carol].map((each) => openSignedIn(services, each)));
    try {
      const [page, second, third] = await Promise.all(contexts.map((context) => context.newPage()));
      assert.ok(page && second && third);
      const group = await createGroup(services.app, ada, { title: 'Kinds', memberIds: [bob.id, carol.id] });
      for (const each of [page, second, third]) {
        await each.goto(`/messages/${group}`);
        await each.locator('.chat-composer').waitFor();
      }
      await contexts[2]?.setOffline(true);
      const red = { width: 40, height: 30, channels: 3, background: 'red' } as const;
      const picture = await sharp({ create: red }).png().toBuffer();
      const files = [
        { name: 'one.png', mimeType: 'image/png', buffer: picture },
        { name: 'two.png', mimeType: 'image/png', buffer: picture },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') },
      ];
      await page.locator('input[name=files]').setInputFiles(files);
      await write(page, 'Photos and a **file** for @bob');
      await second.locator('.message-photo').nth(1).waitFor();
      await second.getByText('notes.txt').waitFor();
      await second.locator('.message-text a[href="/@bob"]').waitFor();

      const withPhotos = second.locator('.message', { has: second.locator('.message-photo') });
      await withPhotos.locator('.message-menu > a').click();
      await second.getByRole('menu').getByRole('menuitem', { name: 'Reply' }).click();
      await write(second, 'They are red');
      await page.locator('.message-quote', { hasText: 'Photos and a' }).waitFor();
      await withPhotos.locator('.message-menu > a').click();
      await second.getByRole('menu').getByRole('menuitem', { name: 'Forward' }).click();
      await second.getByRole('button', { name: /Kinds/ }).click();
      await page.locator('.message-forwarded').waitFor();
      await page.locator('.message.mine .message-tick[data-receipt=seen]').first().waitFor();

      const walk = { name: 'walk.webm', mimeType: 'video/webm', buffer: await recordVideo(second) };
      await second.locator('input[name=files]').setInputFiles([walk]);
      await write(second, 'A video');
      const shownVideo = page.locator('.message', { hasText: 'A video' }).locator('video');
      await shownVideo.waitFor();
      assert.ok((await shownVideo.evaluate(play)) > 0, 'the video plays');

      await second.getByRole('button', { name: 'Record a voice message' }).click();
      await second.locator('.chat-recording').waitFor();
      await second.keyboard.press('Escape');
      await second.locator('.chat-recording').waitFor({ state: 'hidden' });
      await second.getByRole('button', { name: 'Record a voice message' }).click();
      await second.locator('.chat-recording', { hasText: '0:01' }).waitFor();
      await second.getByRole('button', { name: 'Send', exact: true }).click();
      const voice = page.locator('.message-voice');
      await voice.waitFor();
      const heights = await voice
        .locator('.waveform rect')
        .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
      assert.ok(heights.length >= 20 && new Set(heights).size > 1, `a waveform: ${heights.join(' ')}`);
      assert.match(await voice.innerText(), /0:0[12]/, 'the voice note shows its length');
      assert.ok((await voice.locator('audio').evaluate(play)) > 0, 'the voice note plays');
      await voice.locator('audio').evaluate((audio: HTMLAudioElement) => audio.pause());
      await voice.getByRole('button', { name: '1×' }).click();
      await voice.getByRole('button', { name: 'Play voice message' }).click();
      await voice.locator('rect[data-played]').first().waitFor();
      await voice.getByRole('button', { name: 'Play voice message' }).waitFor();
      await voice.getByRole('slider').focus();
      await page.keyboard.press('End');
      await page.keyboard.press('PageDown');
      assert.ok(
        (await voice.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)) > 0.3,
        'the waveform seeks',
      );

      assert.equal(await third.locator('.message[data-id]').count(), 0, 'an offline member receives nothing');
      await contexts[2]?.setOffline(false);
      await third.locator('.message-forwarded').waitFor();
      await third.locator('.message-voice .waveform').waitFor();
      for (const part of [
        '.message-photo',
        'video',
        '.message-voice',
        '.message-quote',
        '.message-forwarded',
        '.file-card',
      ])
        assert.equal(await third.locator(part).count(), await page.locator(part).count(), part);
      assert.deepEqual(
        await textsOf(third),
        await textsOf(page),
        'a returning member sees the same messages',
      );
      await write(third, 'I am back');
      for (const each of [page, second]) await says(each, 'I am back');
    } finally {
      for (const context of contexts) await context.close();
    }
  });

  it('paste and drop files, and see the upload progress', async () => {
    const contexts = await Promise.all([ada, bob].map((each) => openSignedIn(services, each)));
    try {
      const [page, second] = await Promise.all(contexts.map((context) => context.newPage()));
      assert.ok(page && second);
      const group = await createGroup(services.app, ada, { title: 'Pasted', memberIds: [bob.id, carol.id] });
      for (const each of [page, second]) await each.goto(`/messages/${group}`);
      await page.locator('.chat-composer').waitFor();
      const red = { width: 40, height: 30, channels: 3, background: 'red' } as const;
      const picture = (await sharp({ create: red }).png().toBuffer()).toString('base64');
      /** Sends an event with a picture to the text field. */
      const give = (name: 'paste' | 'dragover' | 'drop', file: string) =>
        page.locator('.chat-composer textarea').evaluate(
          (field, [name, file, picture]) => {
            const bytes = Uint8Array.from(atob(picture), (each) => each.charCodeAt(0));
            const data = new DataTransfer();
            data.items.add(new File([bytes], file, { type: 'image/png' }));
            const options = { bubbles: true, cancelable: true };
            field.dispatchEvent(
              name === 'paste'
                ? new ClipboardEvent(name, { ...options, clipboardData: data })
                : new DragEvent(name, { ...options, dataTransfer: data }),
            );
          },
          [name, file, picture] as const,
        );
      // The script of the conversation names the day.
      await page.locator('.chat-day', { hasText: 'Today' }).waitFor();
      await give('paste', 'pasted.png');
      await page.locator('.chat-files', { hasText: 'pasted.png' }).waitFor();
      await give('dragover', 'dropped.png');
      await page.locator('.chat-conversation.dropping').waitFor();
      await give('drop', 'dropped.png');
      await page.locator('.chat-files', { hasText: 'dropped.png' }).waitFor();
      assert.equal(await page.locator('.dropping').count(), 0);

      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route(`**/messages/${group}`, async (route) => {
        await held;
        await route.continue();
      });
      await page.locator('.chat-composer textarea').press('Enter');
      await page.locator('.message.pending progress').waitFor();
      release();
      await second.locator('.message-photo').nth(1).waitFor();
      await page.locator('.message.pending').waitFor({ state: 'detached' });
      assert.equal(await page.locator('.message-photo').count(), 2);
    } finally {
      for (const context of contexts) await context.close();
    }
  });
});
