import { t } from '../../kernel/translation/translate.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { formPages } from '../../platform/http/form-pages.ts';
import { pictureLimits } from '../custom-pages/pictures.ts';
import { deletionOf, deletionPages } from '../owned/deletion-pages.ts';
import { Id, SearchQuery } from '../owned/shapes.ts';
import { addSplashPage } from './add-splash-page.ts';
import { listSplashPages } from './list-splash-pages.ts';
import { getOwned } from '../owned/owned.ts';
import { ownedSplashPages } from './queries.ts';
import { picturesOf } from './pictures-of.ts';
import { SplashForm } from './splash-form.ts';
import { emptySplash } from './splash-page.ts';
import { updateSplashPage } from './update-splash-page.ts';
import { splashFormView, stateOfSplash } from './views/splash-form-view.ts';
import { splashPagesView } from './views/splash-pages-view.ts';
import { typedAddresses } from '../typed-address.ts';

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
      const listed = await listSplashPages(app, viewer, { search, page, perPage });
      return splashPagesView({ ...listed, search, page, perPage, now: app.clock.now(), deletedId: deleted });
    },
  }),
  ...formPages({
    path: `${path}/new`,
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
  ...deletionPages(path, deletionOf(ownedSplashPages), ({ name }) => t('“{name}” restored.', { name })),
];
