import { after, before, describe, it } from 'node:test';
import { addForum, addSection } from '../../../src/social/forums/forums.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { pageJourney, postJourney, talkJourney, textJourney } from './content-journeys.ts';
import { enterAs, enterWith, leaveAll } from './content-people.ts';
import { moderationJourney } from '../moderation-journey.ts';
import { blockJourney } from '../privacy/block-journey.ts';
import type { Enter, Person } from '../person.ts';
import type { Viewer } from '../../../src/platform/app.ts';

/** Journeys of content on Plaza. `saves` saves a draft. */
export function content(how: string, enter: Enter, saves: (writer: Person) => Promise<void>): void {
  describe(`content ${how}`, { concurrency: 2 }, () => {
    let services: Services;
    let olga: Viewer;
    let kitchen: string;
    before(async () => {
      services = await startServices({ RATE_LIMITS: 'false' });
      const { app } = services;
      olga = await addPerson(app, 'olga');
      const sectionId = await addSection(app, olga, 'The house');
      const at = { sectionId, parentId: null, description: 'What is cooked' };
      kitchen = await addForum(app, olga, { ...at, title: 'Kitchen' });
    });
    after(() => services.stop());

    const signIn = (name: string) => enterAs(services.app, enter, name);
    const signInAsOperator = () => enterWith(services.app, enter, olga);
    const visit = () => enter(services.plaza);

    it('can be a post that others vote on, comment on, share and find', async () => {
      const [ada, bob, stranger] = [await signIn('ada'), await signIn('bob'), await visit()];
      await postJourney(ada, bob, stranger);
      await leaveAll([ada, bob, stranger]);
    });
    it('can be an article from draft to publication, and a glossary term', async () => {
      const [ada, bob, operator, stranger] = [
        await signIn('carol'),
        await signIn('dave'),
        await signInAsOperator(),
        await visit(),
      ];
      await textJourney(ada, bob, operator, stranger, { saves });
      await leaveAll([ada, bob, operator, stranger]);
    });
    it('can be a thread with replies, and a question that is solved', async () => {
      const [ada, bob, stranger] = [await signIn('erin'), await signIn('frank'), await visit()];
      await talkJourney(ada, bob, stranger);
      await leaveAll([ada, bob, stranger]);
    });
    it('can be published as a page by everyone on its team', async () => {
      const [ada, bob, stranger] = [await signIn('kate'), await signIn('luis'), await visit()];
      await pageJourney(ada, bob, stranger);
      await leaveAll([ada, bob, stranger]);
    });
    it('is held, reported, removed, and restored after an appeal', async () => {
      const [ada, bob, operator] = [await signIn('grace'), await signIn('henry'), await signInAsOperator()];
      await moderationJourney(ada, bob, operator);
      await leaveAll([ada, bob, operator]);
    });
    it('is hidden from two people everywhere after a block', async () => {
      const [ada, bob] = [await signIn('ivan'), await signIn('judy')];
      const host = await addPerson(services.app, 'mia');
      await blockJourney(services.app, ada, bob, { host, forumId: kitchen });
      await leaveAll([ada, bob]);
    });
  });
}
