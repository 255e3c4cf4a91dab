import { attributes, classes, html, type Html } from '../../html.ts';
import { controlAttributes, fieldError, fieldHint, fieldId, type FieldOptions } from './field.ts';
import { icon } from '../controls.ts';

/** The pictures that are read, for `accept`. Some systems know HEIC by its extension only. */
export const pictureTypes =
  'image/jpeg,image/png,image/webp,image/gif,image/avif,image/heic,image/heif,.heic,.heif';

/**
 * A file input with drag and drop and picture previews. The form needs `upload: true`. `accept` is as in HTML
 * (`image/png,image/jpeg`). `current` is the URL of the current picture.
 */
export function fileField(
  options: FieldOptions & { accept?: string; multiple?: boolean; current?: string | null },
): Html {
  const id = fieldId(options);
  return html`<div class="${classes('field', options.error && 'invalid')}">
    <label class="${classes('field-label', options.hideLabel && 'visually-hidden')}" for="${id}"
      >${options.label}</label
    >
    ${fieldHint(options)}
    <div
      class="dropzone"
      data-controller="dropzone"
      data-action="dragover->dropzone#over dragleave->dropzone#leave drop->dropzone#drop"
    >
      <ul class="dropzone-previews" data-dropzone-target="previews">
        ${options.current && html`<li><img src="${options.current}" alt="Current picture" /></li>`}
      </ul>
      ${icon(options.accept?.startsWith('image') === false ? 'upload' : 'image')}
      <input
        class="dropzone-input"
        ${attributes({
          type: 'file',
          ...controlAttributes(options),
          accept: options.accept,
          multiple: options.multiple,
          'data-dropzone-target': 'input',
          'data-action': 'dropzone#show',
        })}
      />
    </div>
    ${fieldError(options)}
  </div>`;
}
