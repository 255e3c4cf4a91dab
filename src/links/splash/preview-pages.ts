import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { html } from '../../web/html.ts';
import { page } from '../../platform/http/endpoint.ts';
import { pictureLimits } from '../custom-pages/pictures.ts';
import { asPreview, exampleDestination, previewRefused } from '../custom-pages/components.ts';
import { splashView } from './components/splash-view.ts';
import { picturesOf } from './pictures-of.ts';
import { getOwned } from '../owned/owned.ts';
import { ownedSplashPages } from './queries.ts';
import { parseSplashText, type SplashInput } from './parse-splash-input.ts';
import { SplashForm } from './splash-form.ts';
import { emptySplash, type SplashContent } from './splash-page.ts';
import { id } from '../owned/shapes.ts';

const path = '/dashboard/splash';
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
