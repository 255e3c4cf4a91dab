import type { App, Viewer } from '../../../src/platform/app.ts';
import { addPlan } from '../../../src/social/monetization/plans.ts';

/** Adds a plan of the viewer. */
export async function planExamples(app: App, viewer: Viewer): Promise<Record<string, string>> {
  const plan = { title: 'Supporter', price: '4.50', periodNum: '3', period: 'month' } as const;
  const description = 'Every recipe a week earlier';
  const seller = { type: 'profile', id: viewer.id } as const;
  const id = await addPlan(app, viewer, seller, { ...plan, description });
  return { '/settings/monetization/:id': `/settings/monetization/${id}` };
}
