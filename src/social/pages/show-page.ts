import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { listCategories } from '../categories.ts';
import { isInvited } from './liking/is-invited.ts';
import { listPagePosts } from './list-page-posts.ts';
import { refuseManaging, type SocialPage } from '../access/page.ts';
import { listPlanChoices } from '../posts/paywall/list-plan-choices.ts';
import { listTeam } from './team/team.ts';
import { getPage } from './get-page.ts';
import { findVerification } from './operating/verification.ts';
import { editPageView, type EditPageOptions } from './views/page-form.ts';
import { socialPageView, type ShownPage } from './views/page-view.ts';
import { teamView } from './views/team-view.ts';

/** Loads the header that all parts of a page share. */
export const getShown = async (
  app: App,
  viewer: Viewer | undefined,
  page: SocialPage,
): Promise<ShownPage> => ({
  page,
  viewer,
  base: app.config.plazaUrl,
  isInvited: viewer !== undefined && (await isInvited(app, viewer, page.id)),
  plans: await listPlanChoices(app, { pageId: page.id }),
});

export async function showPage(
  app: App,
  viewer: Viewer | undefined,
  page: SocialPage,
  { before, state }: { before?: string | undefined; state?: FormState } = {},
): Promise<View> {
  const posts = await listPagePosts(app, viewer, page.id, { before });
  return socialPageView(await getShown(app, viewer, page), posts, before === undefined, state);
}

export async function showEdit(
  app: App,
  viewer: Viewer,
  username: string,
  refused?: EditPageOptions['refused'],
): Promise<View> {
  const page = await getPage(app, viewer, { username });
  refuseManaging(page);
  return editPageView({
    page,
    categories: await listCategories(app, 'pages'),
    verification: await findVerification(app, page.id),
    base: app.config.plazaUrl,
    ...(refused && { refused }),
  });
}

export async function showTeam(
  app: App,
  viewer: Viewer,
  username: string,
  state: FormState = {},
): Promise<View> {
  const page = await getPage(app, viewer, { username });
  return teamView(page, await listTeam(app, viewer, page.id), viewer, state);
}
