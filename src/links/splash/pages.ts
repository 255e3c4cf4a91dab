import { Type } from 'typebox';
import { t } from '../../kernel/translation/translate.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { formPages } from '../../platform/http/form-pages.ts';
import { html } from '../../web/html.ts';
import { asPreview, exampleDestination, previewRefused } from '../custom-pages/components.ts';
import { pictureLimits } from '../custom-pages/pictures.ts';
import { id, Id, SearchQuery } from '../owned/api.ts';
import { getOwned } from '../owned/owned.ts';
import { deletionPages } from '../owned/pages.ts';
import { typedAddresses } from '../loose-values.ts';
import { splashView } from './components.ts';
import {
  addSplashPage,
  emptySplash,
  ownedSplashPages,
  parseSplashText,
  picturesOf,
  type SplashContent,
  type SplashInput,
  updateSplashPage,
} from './splash-pages.ts';
import { splashFormView, splashPagesView, stateOfSplash } from './views.ts';

const field = Type.Optional(Type.String({ maxLength: 10_000 }));

/** The form that creates or updates a splash page. Browsers do not send unchecked boxes. */
const SplashForm = Type.Object({
  name: field,
  title: field,
  message: field,
  banner_address: field,
  remove_banner: field,
  avatar_address: field,
  remove_avatar: field,
  button: field,
  url: field,
  seconds: field,
  own_colors: field,
  background: field,
  accent: field,
});

const path = '/dashboard/splash';
const perPage = 25;
const files = pictureLimits('banner', 'avatar');

/** The owner's list of splash pages, and the forms that create and edit them. */
export const splashPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    query: SearchQuery,
    handle: async ({ app, viewer, query: { q = '', page = 1, deleted } }) => {
      const search = q.trim();
      const listed = await ownedSplashPages.list(app, viewer, { search, page, perPage });
      return splashPagesView({ ...listed, search, page, perPage, now: app.clock.now(), deletedId: deleted });
    },
  }),
  ...formPages({
    path: `${path}/new`,
    verb: addSplashPage,
    body: SplashForm,
    files,
    show: (_call, state = stateOfSplash({ name: '', content: emptySplash })) =>
      splashFormView({ page: undefined, pictures: { banner: null, avatar: null }, state }),
    save: async ({ app, viewer, body, files }) => {
      const { id, name } = await addSplashPage(
        app,
        viewer,
        typedAddresses(body, 'url', 'banner_address', 'avatar_address'),
        files,
      );
      const text = t('“{name}” created. Choose it as the redirect type of a link.', { name });
      return redirect(`${path}/${id}/edit`, { kind: 'success', text });
    },
  }),
  ...formPages({
    path: `${path}/:id/edit`,
    verb: updateSplashPage,
    params: Id,
    body: SplashForm,
    files,
    show: async ({ app, viewer, params }, state) => {
      const page = await getOwned(app, viewer, ownedSplashPages, String(params.id));
      const pictures = picturesOf(app, page.content);
      return splashFormView({ page, pictures, state: state ?? stateOfSplash(page) });
    },
    save: async ({ app, viewer, params, body, files }) => {
      await updateSplashPage(
        app,
        viewer,
        String(params.id),
        typedAddresses(body, 'url', 'banner_address', 'avatar_address'),
        files,
      );
      return redirect(`${path}/${params.id}/edit`, { kind: 'success', text: t('Saved.') });
    },
  }),
  ...deletionPages(path, ownedSplashPages, ({ name }) => t('“{name}” restored.', { name })),
];

const example = () => ({ ...emptySplash, title: t('Your title'), message: t('Your message appears here.') });

type Pictures = Parameters<typeof splashView>[1];
const preview = (content: SplashContent, pictures: Pictures) =>
  asPreview(splashView(content, pictures, exampleDestination, html``));

/** Previews of a splash page, as stored and as entered in the form. */
export const splashPreviewPages = [
  page({
    method: 'GET',
    path: `${path}/preview`,
    access: 'member',
    handle: () => preview(example(), { banner: null, avatar: null }),
  }),
  page({
    method: 'GET',
    path: `${path}/:id/preview`,
    access: 'member',
    params: Type.Object({ id }),
    handle: async ({ app, viewer, params }) => {
      const { content } = await getOwned(app, viewer, ownedSplashPages, String(params.id));
      return preview(content, picturesOf(app, content));
    },
  }),
  page({
    method: 'POST',
    path: `${path}/preview`,
    access: 'member',
    body: Type.Object({ ...SplashForm.properties, id: Type.Optional(id) }),
    // Uploaded files are ignored. They are shown after saving.
    files: pictureLimits('banner', 'avatar'),
    handle: async ({ app, viewer, body }) => {
      const words = parseSplashText({ ...body, title: body.title?.trim() ? body.title : example().title });
      const existing =
        body.id === undefined ? undefined : await getOwned(app, viewer, ownedSplashPages, String(body.id));
      const present = existing ? picturesOf(app, existing.content) : { banner: null, avatar: null };
      const pictures = { banner: shown('banner', body, present), avatar: shown('avatar', body, present) };
      return preview({ ...words, banner: null, avatar: null }, pictures);
    },
    again: (_call, { message }) => previewRefused(message),
  }),
];

/** Returns the picture for the preview, as far as it can be shown before saving. */
function shown(name: 'banner' | 'avatar', body: SplashInput, present: Pictures): string | null {
  if (body[`remove_${name}`] !== undefined) return null;
  const typed = body[`${name}_address`]?.trim() ?? '';
  return /^https:\/\/./.test(typed) ? typed : present[name];
}
