import { Type } from 'typebox';
import { invalid, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { OwnPicture } from '../../platform/files/store.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { largestPicture } from '../../platform/pictures.ts';
import { avatar } from '../../web/components/people.ts';
import { card } from '../../web/components/surfaces.ts';
import { controlAttributes, field, fieldId } from '../../web/components/fields/field.ts';
import { pictureTypes } from '../../web/components/fields/file-field.ts';
import { buttonForm, form, type FormState, refused } from '../../web/form.ts';
import { attributes, classes, html, type Html, type View } from '../../web/html.ts';
import { settings } from '../components/settings-frame.ts';
import { deletePicture, getPictures, parseCrop, setPicture } from './pictures.ts';

const path = '/settings/pictures';
const Handle = Type.Union([Type.Literal('picture'), Type.Literal('cover')]);
const nameOf = () => ({ picture: t('Picture'), cover: t('Cover') }) as const;

/** A person's picture and cover. The same page on both services. */
export const picturePages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    handle: ({ app, viewer }) => show(app, viewer),
  }),
  page({
    method: 'POST',
    path,
    verb: setPicture,
    access: 'member',
    files: { fields: ['file'], max: 1, bytes: largestPicture },
    body: Type.Object({ handle: Handle, crop: Type.Optional(Type.String({ maxLength: 100 })) }),
    handle: async ({ app, viewer, body, files: [upload] }) => {
      if (!upload) throw invalid('file', msg('Choose a picture'));
      const crop = parseCrop(body.crop, 'file');
      await setPicture(app, viewer.id, body.handle, upload.file ?? upload.body, { crop });
      return redirect(path, { kind: 'success', text: t('{value} saved', { value: nameOf()[body.handle] }) });
    },
    again: ({ app, viewer, body }, problem) =>
      show(app, viewer, {
        handle: body.handle === 'cover' ? 'cover' : 'picture',
        state: refused({ file: '' }, problem),
      }),
  }),
  page({
    method: 'POST',
    path: `${path}/remove`,
    verb: deletePicture,
    access: 'member',
    body: Type.Object({ handle: Handle }),
    handle: async ({ app, viewer, body }) => {
      await deletePicture(app, viewer.id, body.handle);
      return redirect(path, {
        kind: 'success',
        text: t('{value} removed', { value: nameOf()[body.handle] }),
      });
    },
  }),
];

const show = async (app: App, viewer: Viewer, refused?: Shown['refused']) =>
  picturesView({ viewer, addresses: await getPictures(app, viewer.id), ...(refused && { refused }) });

/** Aspect ratios (width by height): beside a name, and across the top of a page. */
const ratios = { picture: 1, cover: 3.5 } as const satisfies Record<OwnPicture, number>;

interface Shown {
  viewer: Viewer;
  /** URLs of the current images. */
  addresses: Readonly<Record<OwnPicture, string | null>>;
  /** A rejected form. */
  refused?: { handle: OwnPicture; state: FormState };
}

function picturesView({ viewer, addresses, refused }: Shown): View {
  const stateOf = (handle: OwnPicture) => (refused?.handle === handle ? refused.state : {});
  return settings(
    t('Pictures'),
    '/settings/pictures',
    html`${card({
      title: t('Picture'),
      lead: t('Shown next to your name.'),
      body: html`<div class="own-picture">
          ${avatar({ ...viewer, picture: addresses.picture }, 'huge')}
          ${addresses.picture !== null && remover('picture', t('Remove your picture?'))}
        </div>
        ${chooser('picture', stateOf('picture'))}`,
    })}
    ${card({
      title: t('Cover'),
      lead: t('Shown at the top of your profile.'),
      body: html`${
        addresses.cover !== null &&
        html`<div class="own-picture">
          <img class="own-cover" src="${addresses.cover}" alt="Your cover" width="1200" height="343" />
          ${remover('cover', t('Remove your cover?'))}
        </div>`
      }
      ${chooser('cover', stateOf('cover'))}`,
    })}`,
  );
}

const remover = (handle: OwnPicture, confirm: string): Html =>
  buttonForm({
    label: t('Remove'),
    kind: 'quiet',
    to: '/settings/pictures/remove',
    fields: { handle },
    confirm,
  });

function chooser(handle: OwnPicture, state: FormState): Html {
  const name = `${handle}-file`;
  const error = state.errors?.file;
  const options = {
    name: 'file',
    id: fieldId({ name }),
    label: handle === 'picture' ? t('Upload a picture') : t('Upload a cover'),
    hint: t('JPEG, PNG, WebP, AVIF or GIF, at most 16 MiB.'),
    error,
    required: true,
  };
  return form({
    action: '/settings/pictures',
    state: { message: state.message, errors: { [name]: error } },
    submit: handle === 'picture' ? t('Save picture') : t('Save cover'),
    upload: true,
    body: html`<input type="hidden" name="handle" value="${handle}" />
      <div
        class="cropper"
        data-controller="cropper"
        data-cropper-ratio-value="${ratios[handle]}"
        data-action="turbo:submit-end@document->cropper#clear"
      >
        ${field(
          options,
          html`<div class="dropzone">
            <input
              class="dropzone-input"
              ${attributes({
                ...controlAttributes(options),
                type: 'file',
                accept: pictureTypes,
                'data-cropper-target': 'input',
                'data-action': 'cropper#choose',
              })}
            />
          </div>`,
        )}
        ${stage(handle)}
        <input type="hidden" name="crop" value="" data-cropper-target="crop" />
      </div>`,
  });
}

function stage(handle: OwnPicture): Html {
  const height = Math.round(512 / ratios[handle]);
  return html`<div class="cropper-stage" data-cropper-target="stage" hidden>
    <div
      class="${classes('cropper-window', handle === 'picture' && 'round')}"
      role="group"
      tabindex="0"
      aria-label="Visible area"
      aria-describedby="${handle}-ways"
      data-action="keydown->cropper#press"
    >
      <canvas
        width="512"
        height="${height}"
        data-cropper-target="canvas"
        data-action="pointerdown->cropper#grab pointermove->cropper#drag lostpointercapture->cropper#release wheel->cropper#turn:!passive"
      ></canvas>
    </div>
    <div class="cropper-zoom">
      <label class="field-label" for="${handle}-zoom">Zoom</label>
      <input
        id="${handle}-zoom"
        type="range"
        min="1"
        max="5"
        step="0.05"
        value="1"
        data-cropper-target="zoom"
        data-action="cropper#draw"
      />
    </div>
    <p class="field-hint" id="${handle}-ways">Drag the picture, or use the arrow keys.</p>
  </div>`;
}
