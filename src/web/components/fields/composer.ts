import { t } from '../../../kernel/translation/translate.ts';
import { attributes, html, type Fragment, type Html } from '../../html.ts';
import { errorSummary, type FormState } from '../../form.ts';
import { avatar, type Person } from '../avatar.ts';
import { button } from '../button.ts';
import type { Choice } from './choice-field.ts';
import { icon } from '../icon.ts';

interface ComposerOptions {
  action: string;
  viewer: Person;
  /** What it asks, such as "What’s on your mind?". */
  placeholder: string;
  submit: string;
  maxlength: number;
  /** The audience, in a field called `privacy`. Omitted for comments. */
  privacies?: readonly Choice[];
  /** The field `pictures` takes these types, such as `image/jpeg,image/png`. Omitted: no pictures. */
  accept?: string;
  /** The field `video` takes one file of these types. Omitted: no video. */
  video?: string;
  /** Has a field `files` for audio and other files. */
  files?: boolean;
  /** Asks what each picture shows: fields named `alt`, one a picture, in their order. */
  describe?: boolean;
  /** More icon buttons in its foot. */
  tools?: Fragment;
  /** More controls in its foot. */
  more?: Fragment;
  /** One row until somebody writes in it. */
  folds?: boolean;
  /** Fields for what is wanted less often, below its foot. */
  extras?: Fragment;
  state?: FormState;
  /** The text's field name: `text` unless told. */
  name?: string;
  /** The element's id, which links and the key `n` lead to. */
  id?: string;
  /** The key that leads to it. */
  shortcut?: string;
  /** Names the Turbo Frame that the answer goes into. */
  frame?: string;
  /** One line that grows: for comments. */
  small?: boolean;
}

/** Where a post or a comment is written: text, pictures, and who may read it. */
export function composer(options: ComposerOptions): Html {
  const { viewer, state = {}, name = 'text', id = 'compose', accept, privacies } = options;
  const text = state.values?.[name];
  const errors = Object.fromEntries(Object.entries(state.errors ?? {}).filter(([field]) => field !== name));
  return html`<form
    class="composer"
    ${attributes({
      id: `${id}-form`,
      action: options.action,
      method: 'post',
      enctype: accept ? 'multipart/form-data' : undefined,
      'data-small': options.small,
      'data-folds': options.folds,
      // Where a button takes no focus, the form around it does, and stays unfolded.
      tabindex: options.folds && -1,
      'data-turbo-frame': options.frame,
      'data-controller': 'dropzone',
      'data-dropzone-describe-value': options.describe,
      'data-action':
        'dragover->dropzone#over dragleave->dropzone#leave drop->dropzone#drop paste->dropzone#paste',
    })}
  >
    ${errorSummary({ ...state, errors, message: state.message ?? state.errors?.[name] })}
    <div class="composer-row">
      ${avatar(viewer, options.small ? 'small' : 'medium')}
      <label class="visually-hidden" for="${id}">${options.placeholder}</label>
      <textarea
        class="composer-text"
        ${attributes({
          id,
          name,
          rows: options.small || options.folds ? 1 : 2,
          required: accept === undefined,
          maxlength: options.maxlength,
          placeholder: options.placeholder,
          'data-controller': 'autosize counter complete',
          'data-unsent': true,
          'data-shortcut': options.shortcut,
          'data-counter-output-value': `${id}-left`,
        })}
      >
${text}</textarea>
    </div>
    <ul class="dropzone-previews" data-dropzone-target="previews"></ul>
    <div class="composer-foot">
      ${
        accept &&
        html`<label class="composer-tool" title="Add photos"
          >${icon('image')}<span class="visually-hidden">Add photos</span>
          <input
            class="visually-hidden"
            ${attributes({
              type: 'file',
              name: 'pictures',
              accept,
              multiple: true,
              'data-dropzone-target': 'input',
              'data-action': 'dropzone#show',
            })}
          />
        </label>`
      }
      ${options.video && videoTool(options.video)} ${options.files && filesTool()} ${options.tools}
      ${privacies && privacySelect(privacies, state.values?.privacy)} ${options.more}
      <span class="composer-left" id="${id}-left"></span>
      ${button({ label: options.submit, kind: 'primary', small: true, busyLabel: t('Sending') })}
    </div>
    ${options.extras}
  </form>`;
}

/** The name of what was chosen is beside it, as the browser shows it. */
const videoTool = (accept: string): Html =>
  html`<label class="composer-tool" title="Add a video"
    >${icon('video')}<span class="visually-hidden">Add a video</span>
    <input
      class="visually-hidden"
      ${attributes({ type: 'file', name: 'video', accept, 'data-dropzone-target': 'video', 'data-action': 'dropzone#show' })}
    />
  </label>`;

const filesTool = (): Html =>
  html`<label class="composer-tool" title="Add audio or files"
    >${icon('paperclip')}<span class="visually-hidden">Add audio or files</span>
    <input
      class="visually-hidden"
      type="file"
      name="files"
      multiple
      data-dropzone-target="files"
      data-action="dropzone#show"
    />
  </label>`;

function privacySelect(choices: readonly Choice[], chosen: string | undefined): Html {
  return html`<div class="select composer-privacy">
    <select class="input" name="privacy" aria-label="Audience">
      ${choices.map(({ value, label }) => html`<option ${attributes({ value, selected: value === chosen })}>${label}</option>`)}
    </select>
    ${icon('chevron-down')}
  </div>`;
}
