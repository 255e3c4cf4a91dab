import type { Page } from 'playwright-core';
import type { App, Viewer } from '../../../src/platform/app.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
import { addPerson } from '../../world.ts';

/** Creates Ada and her friends Bob and Carol. */
export async function addFriends(app: App): Promise<[ada: Viewer, bob: Viewer, carol: Viewer]> {
  const ada = await addPerson(app, 'ada');
  const [bob, carol] = [await addPerson(app, 'bob'), await addPerson(app, 'carol')];
  for (const other of [bob, carol]) {
    await connect(app, ada, 'friend-add', other.id);
    await connect(app, other, 'friend-accept', ada.id);
  }
  return [ada, bob, carol];
}

/** Waits for a message in an open conversation. */
export const says = (page: Page, text: string) => page.locator('.message', { hasText: text }).waitFor();

/** The messages of an open conversation. */
export const textsOf = (page: Page) => page.locator('.message-text').allInnerTexts();

/** Sends a message in an open conversation. */
export async function write(page: Page, text: string): Promise<void> {
  await page.locator('textarea[name=message]').fill(text);
  await page.keyboard.press('Enter');
}
