import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { openContext } from '../chromium/browser.ts';
import type { Enter, Person } from './person.ts';
import { eventually } from '../peers/eventually.ts';

/** A person in Chromium. Any console error fails the journey. */
export const enterWithBrowser =
  ({ scripts }: { scripts: boolean }): Enter =>
  async (base, cookies = {}) => {
    const context = await openContext({ baseURL: base, javaScriptEnabled: scripts });
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: base })));
    const page = await context.newPage();
    const complaints = listen(page);

    const person: Person = {
      open: async (address) => {
        await page.goto(address);
      },
      address: () => page.url(),
      fill: async (label, text) => {
        const field = page
          .getByLabel(label, { exact: true })
          .and(page.locator('input, textarea, .ProseMirror'));
        await unfold(page, field);
        // The editor loads when its text area is touched.
        if (scripts && (await field.evaluate((each) => each.closest('.markdown-editor') !== null))) {
          await field.focus();
          await page.locator('.ProseMirror').first().waitFor();
        }
        if ((await field.getAttribute('contenteditable')) === null) return field.fill(text);
        await field.fill('');
        await field.evaluate(pasteText, text);
      },
      choose: async (label, option) => {
        await page.getByLabel(label, { exact: true }).selectOption(option);
      },
      attach: (label, { name, type, body }) =>
        page
          .getByLabel(label, { exact: true })
          .and(page.locator('input[type=file]'))
          .setInputFiles({ name, mimeType: type, buffer: body }),
      tick: (label) => page.getByLabel(label, { exact: true }).check(),
      unfold: (summary) => page.locator('summary', { hasText: summary }).click(),
      press: (name) => press(page, name, scripts),
      follow: (name) => page.getByRole('link', { name, exact: true }).first().click(),
      sees: (text) =>
        page.getByText(text).or(page.getByLabel(text)).filter({ visible: true }).first().waitFor(),
      awaits: async (text) => {
        const found = page.getByText(text).filter({ visible: true });
        const countAnew = async () => {
          await page.reload();
          return found.count();
        };
        if (!scripts && (await found.count()) === 0) await eventually(countAnew, (count) => count > 0, 50);
        await person.sees(text);
      },
      seesNot: async (text) =>
        assert.equal(await page.getByText(text).count(), 0, `${page.url()} shows “${text}”`),
      linkLike: async (form) => {
        const found = (await hrefs(page)).find((address) => form.test(address));
        assert.ok(found, `${page.url()} has no link that matches ${String(form)}`);
        return found;
      },
      read: (label) => page.getByLabel(label, { exact: true }).innerText(),
      leave: async () => {
        await context.close();
        assert.deepEqual(complaints, []);
      },
    };
    return person;
  };

const hrefs = (page: Page) =>
  page.locator('a[href]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

/** Pastes into rich text, as typed text has no lines of Markdown. */
function pasteText(field: Element, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

/** Records page errors: exceptions, content security policy violations, and missing resources. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => void complaints.push(String(error)));
  page.on('console', (message) => {
    // Rejected forms and missing pages are valid responses, which the journey checks itself.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('response', (response) => {
    const isAnswer = ['document', 'fetch'].includes(response.request().resourceType());
    if (response.status() >= 400 && !isAnswer) complaints.push(`${response.status()} ${response.url()}`);
  });
  return complaints;
}

/** Opens the collapsed elements around the target, outermost first. */
async function unfold(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor({ state: 'attached' });
  const folded = page.locator('details:not([open])').filter({ has: wanted });
  while (!(await wanted.isVisible()) && (await folded.count()) > 0)
    await folded.first().locator('> summary').click();
  const part = page.locator('.composer-option').filter({ has: wanted });
  if ((await wanted.isVisible()) || (await part.count()) === 0) return;
  await page.locator('#compose').focus();
  const opener = await part.getAttribute('data-option');
  await page.locator(`.composer-tool:has([data-opens="${opener ?? ''}"])`).click();
}

/** Opens the menu around the button, confirms if asked, and waits until the form is answered. */
async function press(page: Page, name: string, scripts: boolean): Promise<void> {
  const button = page.getByRole('button', { name, exact: true, includeHidden: true }).first();
  await unfold(page, button);
  const asks = (await page.locator('form[data-turbo-confirm]').filter({ has: button }).count()) > 0;
  const asksOnPage =
    !scripts &&
    (await page.locator('form:has([name="confirm_question"])').filter({ has: button }).count()) > 0;
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await button.click();
  if (asks && scripts) await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await answered;
  if (asksOnPage) await press(page, name, scripts);
}
