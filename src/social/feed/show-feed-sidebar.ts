import type { App } from '../../platform/app.ts';
import type { Html } from '../../web/html.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { showSuggestedPeople } from '../people/components.ts';
import { showTrendingBox } from '../trending/show-trending-box.ts';
import { feedSidebar } from './views/feed-sidebar.ts';

/** The sidebar of a feed. */
export async function showFeedSidebar(app: App, viewer: Viewer | undefined): Promise<Html> {
  const [trending, people] = await Promise.all([
    showTrendingBox(app, viewer),
    showSuggestedPeople(app, viewer),
  ]);
  return feedSidebar(trending, people);
}
