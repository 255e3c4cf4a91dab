// The side column on a desktop, and back links on a phone.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { addArticle } from '../../../src/social/articles/articles.ts';
import { addForum, addSection } from '../../../src/social/forums/forums.ts';
import { startThread } from '../../../src/social/forums/threads/posting.ts';
import { saveSet } from '../../../src/social/glossary/sets.ts';
import { saveTerm } from '../../../src/social/glossary/terms.ts';
import { emptyContent } from '../../../src/social/posts/post.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { enter } from './enter.ts';

describe('the side column of a page', () => {
  let services: Services;
  let page: Page;
  /** The cards in the side column of each page. */
  let expected: Record<string, RegExp[]>;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    const { app } = services;
    const [olga, ada, bob, carol] = [
      await addPerson(app, 'olga'),
      await addPerson(app, 'ada'),
      await addPerson(app, 'bob'),
      await addPerson(app, 'carol'),
    ];
    await connect(app, olga, 'follow', carol.id);
    await connect(app, carol, 'follow', ada.id);
    await connect(app, ada, 'follow', bob.id);
    const sectionId = await addSection(app, olga, 'House');
    const forumId = await addForum(app, olga, {
      sectionId,
      parentId: null,
      description: '',
      title: 'Garden',
    });
    const open = (title: string) =>
      startThread(app, ada, { forumId, title, text: `What helps against ${title}?`, follows: true });
    const thread = await open('Slugs');
    await open('Snails');
    await addArticle(app, ada, { ...emptyContent, title: 'Bread', text: 'Flour and water.', tags: 'baking' });
    const set = await saveSet(app, olga, { title: 'Baking', description: '' });
    for (const name of ['Crumb', 'Crust'])
      await saveTerm(app, olga, {
        name,
        aliases: '',
        definition: `${name} of bread.`,
        seeAlso: '',
        sets: [set],
      });
    expected = {
      '/@ada': [/Followers you know[^]*Carol/, /Ada Test follows[^]*Bob/],
      '/trending': [/Who to follow/],
      '/notifications': [/Who to follow/],
      '/articles': [/Topics[^]*#baking/],
      '/glossary': [/Sets[^]*Baking/, /Recently updated[^]*Crust/],
      '/glossary/crumb': [/Baking[^]*Crust/],
      [`/forums/threads/${thread}`]: [/Participants[^]*Ada/, /More in Garden[^]*Snails/],
    };
    page = await enter(services, olga);
  });
  after(async () => {
    await services.stop();
  });

  it('lists its own links', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const [path, cards] of Object.entries(expected)) {
      await page.goto(path);
      const [main, aside] = [page.locator('main'), page.locator('aside')];
      const text = await aside.evaluate((element) => element.textContent);
      for (const card of cards) assert.match(text, card, path);
      const left = (await aside.boundingBox())?.x ?? 0;
      const { x = 0, width = 0 } = (await main.boundingBox()) ?? {};
      assert.ok(left >= x + width, `${path}: the column is beside the content, not below`);
    }
  });

  it('links back to the previous page on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/articles');
    await page.waitForLoadState('networkidle');
    await page.goto('/@ada');
    await page.waitForLoadState('networkidle');
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.waitForURL('**/articles');
    await page.goto('/glossary/crumb');
    const trail = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await trail.getByRole('link', { name: 'Glossary' }).click();
    await page.waitForURL('**/glossary');
  });
});
