import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Html } from '../../web/html.ts';
import { joinCard } from './components/join-card.ts';
import { suggestedPeopleCard } from './components/people-card.ts';
import { listSuggestedPeople } from './list-suggested-people.ts';

const most = 4;

/** Sidebar card with suggested people, or with a sign-up link for signed-out visitors. */
export const showSuggestedPeople = async (app: App, viewer: Viewer | undefined): Promise<Html> =>
  viewer ? suggestedPeopleCard(await listSuggestedPeople(app, viewer, most)) : joinCard();
