import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { html } from '../../web/html.ts';
import { page } from '../../platform/http/endpoint.ts';
import { pictureAddress, pictureLimits } from '../custom-pages/pictures.ts';
import { overlayView } from './components/overlay-view.ts';
import { asPreview, exampleDestination, previewRefused } from '../custom-pages/components.ts';
import { exampleOf } from './example-overlay.ts';
import { OverlayForm } from './overlay-form.ts';
import { overlayKinds, type Overlay } from './overlay.ts';
import { getOwned } from '../owned/owned.ts';
import { ownedOverlays } from './queries.ts';
import { parseOverlayText } from './parse-overlay-input.ts';
import { id } from '../owned/shapes.ts';

const path = '/dashboard/overlays';
const Kind = Type.Object({ kind: Type.Enum([...overlayKinds]) });

/** The overlay on top of a sample page. */
const preview = (overlay: Pick<Overlay, 'kind' | 'content'>, picture: string | null) =>
  asPreview(
    overlayView({ title: t('Any page'), to: exampleDestination }, overlay, {
      isFramed: true,
      isPreview: true,
      box: { picture, sealed: '', form: {} },
      below: html``,
    }),
  );

const addressOf = (app: App, picture: string | null) => picture && pictureAddress(app, picture);

/** Previews of an overlay, as stored and as entered in the form. */
export const overlayPreviewPages = [
  page({
    method: 'GET',
    path: `${path}/preview/:kind`,
    access: 'member',
    params: Kind,
    handle: ({ params: { kind } }) => preview({ kind, content: exampleOf(kind) }, null),
  }),
  page({
    method: 'GET',
    path: `${path}/:id/preview`,
    access: 'member',
    params: Type.Object({ id }),
    handle: async ({ app, viewer, params }) => {
      const overlay = await getOwned(app, viewer, ownedOverlays, String(params.id));
      return preview(overlay, addressOf(app, overlay.content.picture));
    },
  }),
  page({
    method: 'POST',
    path: `${path}/preview/:kind`,
    access: 'member',
    params: Kind,
    body: Type.Object({ ...OverlayForm.properties, id: Type.Optional(id) }),
    // Uploaded files are ignored. They are shown after saving.
    files: pictureLimits('picture'),
    handle: async ({ app, viewer, params: { kind }, body }) => {
      const example = exampleOf(kind);
      const content = parseOverlayText(kind, {
        ...body,
        title: body.title?.trim() ? body.title : example.title,
        picture_text: body.picture_text?.trim() ? body.picture_text : example.pictureText,
        code: body.code?.trim() ? body.code : example.code,
        choices: body.choices?.trim() ? body.choices : example.choices.join('\n'),
        consent: body.consent?.trim() || kind !== 'newsletter' ? body.consent : example.consent,
      });
      const existing =
        body.id === undefined ? undefined : await getOwned(app, viewer, ownedOverlays, String(body.id));
      const typed = body.picture_address?.trim() ?? '';
      const picture = /^https:\/\/./.test(typed) ? typed : addressOf(app, existing?.content.picture ?? null);
      return preview({ kind, content }, picture);
    },
    again: (_call, { message }) => previewRefused(message),
  }),
];
