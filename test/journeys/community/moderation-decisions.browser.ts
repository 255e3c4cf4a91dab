// Suspend with the keyboard and undo it, and decline an appeal with a thumb.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Viewer } from '../../../src/platform/app.ts';
import { addAppeal } from '../../../src/social/appeals/appeals.ts';
import { settleCase } from '../../../src/social/cases/settle-case.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { addReport } from '../../../src/social/reports/reports.ts';
import { type Services, startServices } from '../../services.ts';
import { addModerator, addPerson, caseOf } from '../../world.ts';
import { violationsIn } from '../check-page.ts';
import { enter } from '../interface/enter.ts';

const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

describe('decisions in moderation', () => {
  let services: Services;
  let olga: Viewer, mila: Viewer, ada: Viewer, bob: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    olga = await addPerson(services.app, 'olga');
    mila = await addModerator(services.app, 'mila');
    [ada, bob] = [await addPerson(services.app, 'ada'), await addPerson(services.app, 'bob')];
  });
  after(() => services.stop());

  const reported = async (text: string) => {
    const id = await publishPost(services.app, ada, { text, privacy: 'public', photos: [] });
    await addReport(services.app, bob, { subject: 'post', id, category: 'spam', reason: 'Advertising' });
    return id;
  };

  it('suspend with the keyboard: asks for a reason at its field, and can be undone', async () => {
    await reported('Cheap watches');
    const page = await enter(services, olga, true, { viewport: { width: 1280, height: 900 } });
    await page.goto('/moderation');
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    const message = page.getByLabel('Message to the author');
    await page.getByText('Enter a reason. The person will see it.').waitFor();
    assert.equal(await message.getAttribute('aria-invalid'), 'true');
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'message');
    assert.deepEqual(await violationsIn(page), []);
    await page.keyboard.type('Advertising is not for here');
    await page.keyboard.press('Tab');
    await page.getByLabel('Suspend for').selectOption({ label: '7 days' });
    await page.getByRole('button', { name: 'Suspend', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('1 case resolved.').waitFor();
    const suspended = async () =>
      (
        await services.app.db
          .selectFrom('identity.account')
          .where('id', '=', ada.id)
          .select('suspended_at')
          .executeTakeFirstOrThrow()
      ).suspended_at !== null;
    assert.equal(await suspended(), true);
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.case', { hasText: 'Cheap watches' }).waitFor();
    assert.equal(await suspended(), false);
    await page.context().close();
  });

  it('decline an appeal with a thumb, whose author is told why', async () => {
    const id = await reported('Dear watches');
    const decided = await caseOf(services.app, 'post', id);
    await settleCase(services.app, olga, decided, { decision: 'remove', message: 'No advertising' });
    await addAppeal(services.app, ada.id, decided, 'They are mine');
    const page = await enter(services, mila, true, phone);
    await page.goto('/moderation?show=appeals');
    await page.getByText('They are mine').waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    assert.deepEqual(await violationsIn(page), []);
    await page.getByLabel('Message to the author').fill('They are still advertised');
    await page.getByRole('button', { name: 'Decline' }).tap();
    await page.getByText('They are mine').waitFor({ state: 'detached' });
    const hers = await enter(services, ada, true, phone);
    await hers.goto('/notifications');
    await hers
      .getByText(/Your appeal about .* was declined/)
      .first()
      .tap();
    await hers.getByText('They are still advertised').waitFor();
    await page.context().close();
    await hers.context().close();
  });
});
