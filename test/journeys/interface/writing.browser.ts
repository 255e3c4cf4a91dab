// Long texts are written as they are read: with keys, buttons and a thumb, from the clipboard, and as Markdown.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Viewer } from '../../../src/platform/app.ts';
import { askQuestion } from '../../../src/social/questions/questions.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { violationsIn } from '../check-page.ts';
import { enter } from './enter.ts';

describe('rich text', () => {
  let services: Services;
  let ada: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    await addPerson(services.app, 'robert');
  });
  after(() => services.stop());

  const editor = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
  const markdown = (page: Page) => page.locator('textarea[name=text]').inputValue();
  /** Waits until the text area has a text. */
  const holds = (page: Page, text: string) =>
    page.waitForFunction(
      (expected) => document.querySelector<HTMLTextAreaElement>('[name=text]')?.value === expected,
      text,
    );
  const open = async (path = '/articles/new', page?: Page) => {
    const opened = page ?? (await enter(services, ada));
    const refused: string[] = [];
    opened.setDefaultTimeout(15_000);
    opened.on('console', (message) => {
      if (message.text().includes('Content Security')) refused.push(message.text());
    });

    await opened.goto(path);
    await opened.locator('.ProseMirror').waitFor();
    return { page: opened, refused };
  };
  /** Pastes into the focused element, as from another page. */
  const paste = (page: Page, type: string, text: string) =>
    page.evaluate(
      ([type, text]) => {
        const data = new DataTransfer();
        data.setData(type, text);
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      },
      [type, text] as const,
    );

  it('turns Markdown into what it means while it is typed, and publishes it as Markdown', async () => {
    const { page, refused } = await open();
    await page.getByLabel('Title').fill('On bread');
    await editor(page).click();
    await page.keyboard.type('## Flour\nUse **strong** flour, `T65`, *water* and ~~milk~~. Ask @robe');
    await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first().waitFor();
    assert.deepEqual(await violationsIn(page), []);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- rye\nwheat\n\n1. mix\nbake\n\n> slowly\n\n```js ');
    await page.keyboard.type('bake();');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('Done');
    await page.getByText('Draft saved').waitFor();
    const expected =
      '## Flour\n\nUse **strong** flour, `T65`, *water* and ~~milk~~. Ask @robert \n\n- rye\n- wheat\n\n1. mix\n2. bake\n\n> slowly\n\n```js\nbake();\n```\n\n**Done**';
    assert.equal(await markdown(page), expected);
    await page.getByText('Words: 16').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.waitForURL('**/on-bread');
    await page.locator('.prose strong', { hasText: 'Done' }).waitFor();
    const { text } = await services.app.db
      .selectFrom('social.post')
      .where('title', '=', 'On bread')
      .select('text')
      .executeTakeFirstOrThrow();
    assert.equal(text, expected.replace(' \n', '\n'));
    assert.deepEqual(refused, []);
    await page.context().close();
  });

  it('has buttons for links and tables, which are used by keyboard', async () => {
    const { page } = await open('/questions/new');
    await editor(page).click();
    await page.keyboard.type('See ');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('example.org/bread');
    await page.keyboard.press('Enter');
    await holds(page, 'See https://example.org/bread');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    for (const cell of ['Flour', 'Grams', 'Rye', '500']) {
      await page.keyboard.type(cell);
      if (cell !== '500') await page.keyboard.press('Tab');
    }
    await page.getByRole('button', { name: 'Add row' }).click();
    assert.deepEqual(await violationsIn(page), []);
    await holds(
      page,
      'See https://example.org/bread\n\n| Flour | Grams |\n| --- | --- |\n| Rye | 500 |\n|  |  |',
    );
    await page.context().close();
  });

  it('takes clean text from other pages, and Markdown as text', async () => {
    const { page } = await open();
    await editor(page).click();
    await paste(
      page,
      'text/html',
      '<style>p{color:red}</style><h2 style="color:red" onclick="alert(1)">Title</h2><p style="font-size:40px"><b style="font-weight:normal">Some <span style="font-weight:700">bold</span> and <a href="javascript:alert(1)">bad</a> <a href="https://example.org">link</a></b></p><script>alert(1)</script><ul><li>one</li><li>two</li></ul>',
    );
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await paste(page, 'text/plain', '### More\n\n- three');
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('[name=text]')?.value.includes('three'),
    );
    assert.equal(
      await markdown(page),
      '## Title\n\nSome **bold** and bad [link](https://example.org)\n\n- one\n- two\n\n### More\n\n- three',
    );
    await page.context().close();
  });

  it('shows Markdown on request, remembers it, and returns without a change', async () => {
    const { page } = await open();
    await editor(page).click();
    await page.keyboard.type('Some **bold** text');
    const button = page.getByRole('button', { name: 'Markdown', exact: true });
    await button.click();
    const area = page.locator('textarea[name=text]');
    assert.equal(await area.inputValue(), 'Some **bold** text');
    assert.equal(await page.evaluate(() => document.activeElement?.localName), 'textarea');
    await area.fill('Some *other* text');
    await page.reload();
    await area.waitFor();
    assert.equal(await page.locator('.ProseMirror').count(), 0);
    await area.fill('Some *other* text');
    await button.click();
    await editor(page).locator('em', { hasText: 'other' }).waitFor();
    assert.equal(await area.inputValue(), 'Some *other* text');
    await page.context().close();
  });

  it('leaves a text that it would change as Markdown, and says so', async () => {
    const { page } = await open();
    const button = page.getByRole('button', { name: 'Markdown', exact: true });
    await button.click();
    const text = 'See [the note][1].\n\n[1]: https://example.org';
    await page.locator('textarea[name=text]').fill(text);
    await button.click();
    await page.getByText('This text has marks that only Markdown can show.').waitFor();
    assert.equal(await markdown(page), text);
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    await page.context().close();
  });

  it('takes pictures by thumb, described when they are pressed, with the cover and a preview', async () => {
    const phone = await enter(services, ada, true, { hasTouch: true, viewport: { width: 390, height: 844 } });
    const { page, refused } = await open('/articles/new', phone);
    const file = { name: 'loaf.png', mimeType: 'image/png', buffer: await picture() };
    await page.locator('input[name=file]').setInputFiles(file);
    await page.locator('.dropzone-previews img').waitFor();
    await page.getByLabel('Alt text').fill('A loaf');
    await page.locator('.markdown-toolbar input[type=file]').setInputFiles(file);
    const image = editor(page).locator('img[src]');
    await image.tap();
    const alt = page.locator('.rich-text-ask input');
    await alt.fill('A cut loaf');
    await page.getByRole('button', { name: 'Apply' }).tap();
    await page.waitForFunction(() =>
      document
        .querySelector<HTMLTextAreaElement>('[name=text]')
        ?.value.startsWith('![A cut loaf](/content/uploads/photos/'),
    );
    await page.getByRole('button', { name: 'Preview' }).tap();
    await page.getByRole('region', { name: 'Preview' }).locator('img[alt="A cut loaf"]').waitFor();
    assert.equal(await editor(page).isVisible(), false);
    assert.deepEqual(await violationsIn(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390));
    assert.deepEqual(refused, []);
    await page.context().close();
  });

  it('loads when an answer is touched, not with the page, and continues what was typed', async () => {
    const id = await askQuestion(services.app, ada, {
      title: 'Why does dough rise?',
      text: 'Mine does not.',
      tags: '',
    });
    const page = await enter(services, ada, true, { hasTouch: true, viewport: { width: 390, height: 844 } });
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await page.goto(`/questions/${id}`);
    await page.waitForLoadState('networkidle');
    assert.ok(!asked.some((address) => address.includes('rich-text')));
    await page.locator('#field-text').tap();
    await page
      .locator('#field-text')
      .pressSequentially('Because of ', { delay: 5 })
      .catch(() => undefined);
    await page.locator('.ProseMirror').waitFor();
    await page.keyboard.type('**yeast**');
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('[name=text]')?.value.endsWith('**yeast**'),
    );
    await page.context().close();
  });

  it('is a text area without scripts', async () => {
    const page = await enter(services, ada, false);
    await page.goto('/articles/new');
    assert.equal(await page.locator('textarea[name=text]').isVisible(), true);
    await page.getByText('Up to 100,000 characters').waitFor();
    await page.getByRole('button', { name: 'Preview' }).waitFor();
    assert.equal(await page.locator('.markdown-toolbar').isVisible(), false);
    await page.context().close();
  });
});

const picture = () =>
  sharp({ create: { width: 800, height: 500, channels: 3, background: '#d8a657' } })
    .png()
    .toBuffer();
