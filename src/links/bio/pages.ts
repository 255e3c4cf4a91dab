import { completeUrl } from '../../kernel/text.ts';
import { type Static, Type } from 'typebox';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { formPages } from '../../platform/http/form-pages.ts';
import { largestPicture, smallPath } from '../../platform/pictures.ts';
import { type FormState, refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { IdParams, SearchQuery } from '../owned/api.ts';
import { ownedMenuPage } from '../owned/menu.ts';
import { deletionPages } from '../owned/pages.ts';
import { type Bio, getBio, listBios, ownDomains } from './bio.ts';
import {
  addBio,
  deleteBio,
  fillFromProfile,
  nameFromProfile,
  publishBio,
  restoreBio,
  setAvatar,
  updateBio,
} from './bios.ts';
import { bioAnswerPages, bioBlockPages } from './block-pages.ts';
import { builderState } from './block.ts';
import { bioBuilderPages, bioDesignPages } from './builder-pages.ts';
import { bioRow, biosView, bioSettingsView } from './views/bios.ts';

const path = '/dashboard/bio';
const perPage = 25;

/** The list of bio pages, and the forms that create, delete and restore them. */
const bioListPages = [
  ...formPages({
    path,
    verb: addBio,
    query: SearchQuery,
    body: Type.Object({
      title: Type.String(),
      custom: Type.Optional(Type.String()),
      domain: Type.Optional(Type.String()),
      profile: Type.Optional(Type.String({ maxLength: 10 })),
      template: Type.Optional(Type.String({ maxLength: 20 })),
    }),
    show: ({ app, viewer, query }, state) => showList(app, viewer, query, state),
    save: async ({ app, viewer, body: { title, custom, domain, profile, template } }) => {
      const bio = await addBio(app, viewer, { title, alias: custom, domain, template });
      if (profile !== undefined) await fillFromProfile(app, viewer, bio.id);
      return redirect(`${path}/${bio.id}`, { kind: 'success', text: `“${bio.title}” created.` });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/publish`,
    verb: publishBio,
    access: 'member',
    params: IdParams,
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
  ownedMenuPage({
    path,
    section: 'bio',
    title: () => t('Bio pages'),
    row: async (app, viewer, id) => bioRow(app.config.hopUrl, await getBio(app, viewer, id)),
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

const settingsPath = '/dashboard/bio/:id/settings';
const field = Type.Optional(Type.String({ maxLength: 9000 }));
const SettingsForm = Type.Object({
  title: Type.String({ maxLength: 9000 }),
  about: field,
  custom: field,
  domain: field,
  metatitle: field,
  metadescription: field,
  metaimage: field,
  removeAvatar: field,
});

/** The settings of a page: title, description, address and preview. */
const bioSettingsPages = [
  page({
    method: 'GET',
    path: settingsPath,
    access: 'member',
    params: IdParams,
    handle: ({ app, viewer, params }) => showSettings(app, viewer, params.id),
  }),
  page({
    method: 'POST',
    path: settingsPath,
    verb: updateBio,
    access: 'member',
    params: IdParams,
    body: SettingsForm,
    files: { fields: ['avatar'], max: 1, bytes: largestPicture },
    handle: async ({ app, viewer, params, body, files }) => {
      const id = String(params.id);
      await updateBio(app, viewer, id, {
        title: body.title,
        about: body.about,
        alias: body.custom,
        domain: body.domain,
        previewTitle: body.metatitle,
        previewDescription: body.metadescription,
        previewImage: body.metaimage && completeUrl(body.metaimage),
      });
      const picture = files.find((file) => file.field === 'avatar');
      if (picture) await setAvatar(app, viewer, id, picture.body);
      else if (body.removeAvatar !== undefined) await setAvatar(app, viewer, id, null);
      return redirect(`/dashboard/bio/${id}/settings`, {
        kind: 'success',
        text: t('Saved. Changes are live.'),
      });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showSettings(app, viewer, params.id, refused({ avatar: '', ...body }, problem)),
  }),
];

async function showSettings(app: App, viewer: Viewer, id: number, typed?: FormState): Promise<View> {
  const state = await builderState(app, viewer, id);
  const { bio } = state;
  return bioSettingsView({
    ...state,
    hopUrl: app.config.hopUrl,
    domains: await ownDomains(app, viewer),
    avatar: bio.avatar === null ? null : app.files.address(smallPath(bio.avatar)),
    state: typed ?? stateOf(bio, app.config.hopUrl),
  });
}

const stateOf = (bio: Bio, hopUrl: string): FormState => ({
  values: {
    title: bio.title,
    about: bio.about,
    custom: bio.alias,
    domain: bio.domain ?? hopUrl,
    metatitle: bio.previewTitle,
    metadescription: bio.previewDescription,
    metaimage: bio.previewImage ?? '',
  },
});

/** Dashboard pages for bio pages. The public ones are in `public-pages.ts`. */
export const bioPages = [
  ...bioListPages,
  ...bioBuilderPages,
  ...bioBlockPages,
  ...bioDesignPages,
  ...bioSettingsPages,
  ...bioAnswerPages,
];
