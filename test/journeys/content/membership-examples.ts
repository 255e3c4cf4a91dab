import type { App, Viewer } from '../../../src/platform/app.ts';
import { subscribeToPlan } from '../../../src/social/memberships/subscribing.ts';
import { tip } from '../../../src/social/memberships/purchases.ts';
import { addPlan } from '../../../src/social/monetization/plans.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { addPerson } from '../../world.ts';

/**
 * Adds a creator with a plan that the viewer subscribes to, another plan, and a paid post. The viewer has a
 * balance and has sold something too.
 */
export async function membershipExamples(app: App, viewer: Viewer): Promise<Record<string, string>> {
  const creator = await addPerson(app, 'creator');
  const seller = { type: 'profile', id: creator.id } as const;
  const plan = { periodNum: '1', period: 'month', description: 'All recipes\nOne call a month' } as const;
  const first = await addPlan(app, creator, seller, { ...plan, title: 'Supporter', price: '4.50' });
  const second = await addPlan(app, creator, seller, { ...plan, title: 'Patron', price: '20' });
  const post = await publishPost(app, creator, {
    text: 'The whole recipe',
    privacy: 'public',
    photos: [],
    paywall: { teaser: 'How I bake bread', isForMembers: true, planId: second, price: '2' },
  });
  await subscribeToPlan(app, viewer, first);
  await tip(app, viewer, {
    for: { type: 'profile', id: creator.id },
    amount: '5',
    message: 'For the bread',
    key: 'an-example-of-a-tip',
  });
  return {
    '/plans/:type/:id': `/plans/profile/${creator.id}`,
    '/subscribe/:id': `/subscribe/${second}`,
    '/posts/:id/unlock': `/posts/${post}/unlock`,
    '/tip/:type/:id': `/tip/profile/${creator.id}`,
  };
}
