import { t } from '../../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App } from '../../../platform/app.ts';
import type { FormState } from '../../../web/form.ts';
import type { View } from '../../../web/view.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { page, redirect } from '../../../platform/http/endpoint.ts';
import { formPages } from '../../../platform/http/form-pages.ts';
import { deletionPages } from '../../owned/pages.ts';
import { Id, SearchQuery } from '../../owned/api.ts';
import { addBio } from './add-bio.ts';
import { deleteBio } from './delete-bio.ts';
import { fillFromProfile, nameFromProfile } from './fill-from-profile.ts';
import { listBios } from './list-bios.ts';
import { ownDomains } from './own-domains.ts';
import { publishBio } from './publish-bio.ts';
import { restoreBio } from './restore-bio.ts';
import { biosView } from '../views/bios-view.ts';

const path = '/dashboard/bio';
const perPage = 25;

/** The list of bio pages, and the forms that create, delete and restore them. */
export const bioListPages = [
  ...formPages({
    path,
    query: SearchQuery,
    body: Type.Object({
      title: Type.String(),
      custom: Type.Optional(Type.String()),
      domain: Type.Optional(Type.String()),
      profile: Type.Optional(Type.String({ maxLength: 10 })),
    }),
    show: ({ app, viewer, query }, state) => showList(app, viewer, query, state),
    save: async ({ app, viewer, body: { title, custom, domain, profile } }) => {
      const bio = await addBio(app, viewer, { title, alias: custom, domain });
      if (profile !== undefined) await fillFromProfile(app, viewer, bio.id);
      return redirect(`${path}/${bio.id}`, { kind: 'success', text: `“${bio.title}” created.` });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/publish`,
    access: 'member',
    params: Id,
    body: Type.Object({ published: Type.Enum(['yes', 'no']) }),
    handle: async ({ app, viewer, params, body }) => {
      const isPublished = body.published === 'yes';
      await publishBio(app, viewer, String(params.id), isPublished);
      return redirect(`${path}/${params.id}`, {
        kind: 'success',
        text: isPublished ? t('Published.') : t('Unpublished. Visitors see that the page is unavailable.'),
      });
    },
  }),
  ...deletionPages(path, { remove: deleteBio, restore: restoreBio }, ({ title }) =>
    t('“{name}” restored.', { name: title }),
  ),
];

async function showList(
  app: App,
  viewer: Viewer,
  { q = '', page = 1, deleted }: Static<typeof SearchQuery> = {},
  typed?: FormState,
): Promise<View> {
  const search = q.trim();
  const { rows: bios, total } = await listBios(app, viewer, { search, page, perPage });
  const form = typed ?? { values: { title: await nameFromProfile(app, viewer), profile: 'on' } };
  return biosView({
    hopUrl: app.config.hopUrl,
    now: app.clock.now(),
    domains: await ownDomains(app, viewer),
    ...{ bios, total, page, perPage, search, form, deletedId: deleted },
  });
}
