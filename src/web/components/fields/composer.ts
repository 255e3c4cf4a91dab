import { t } from '../../translation/translate.ts';
import { attributes, html, type Fragment, type Html } from '../../html.ts';
import { errorSummary, type FormState } from '../../form.ts';
import { avatar, type ShownPerson } from '../people.ts';
import { button, icon } from '../controls.ts';
import type { Choice } from './choice-field.ts';
import { controlAttributes, fieldError, type FieldOptions } from './field.ts';

interface ComposerOptions {
  action: string;
  viewer: ShownPerson;
  /** The placeholder, such as "What’s on your mind?". */
  placeholder: string;
  submit: string;
  maxlength: number;
  /** Choices of the field `privacy`. Omitted for comments. */
  privacies?: readonly Choice[];
  /** File types of the field `pictures`, such as `image/jpeg,image/png`. Omitted: no pictures. */
  accept?: string;
  /** File types of the field `video`, which accepts one file. Omitted: no video. */
  video?: string;
  /** Adds a field `files` for audio and other files. */
  files?: boolean;
  /** Asks for an alternative text for each picture: fields named `alt`, in the order of the pictures. */
  describe?: boolean;
  /** Additional icon buttons in the footer. */
  tools?: Fragment;
  /** Additional controls in the footer. */
  more?: Fragment;
  /** Posts that continue it, each with pictures. The footer has a button for one more. */
  thread?: { texts: readonly string[]; error?: string | undefined };
  /** What the text is about, below it, such as a quoted post. */
  quoted?: Fragment;
  /** Whether to offer emoji, which needs scripts. */
  emoji?: boolean;
  /** Less common fields, below the footer. */
  extras?: Fragment;
  state?: FormState;
  /** Name of the text field, `text` by default. */
  name?: string;
  /** The element's id, the target of links and of the shortcut `n`. */
  id?: string;
  /** The keyboard shortcut that focuses it. */
  shortcut?: string;
  /** The Turbo Frame for the response. */
  frame?: string;
  /** A single line that grows, for comments. */
  small?: boolean;
}

/** The form for posts and comments: text, pictures and audience. */
export function composer(options: ComposerOptions): Html {
  const { viewer, state = {}, name = 'text', id = 'compose', accept, privacies } = options;
  const text = state.values?.[name];
  const error = state.errors?.[name];
  const audience = { name: 'privacy', label: '', id: `${id}-privacy`, error: state.errors?.privacy };
  const errors = { ...state.errors, [name]: undefined, privacy: undefined, thread: undefined };
  return html`<form
    class="composer"
    ${attributes({
      id: `${id}-form`,
      action: options.action,
      method: 'post',
      enctype: accept ? 'multipart/form-data' : undefined,
      'data-small': options.small,
      'data-turbo-frame': options.frame,
      ...dropzone(options),
    })}
  >
    ${errorSummary({ ...state, errors })}
    <div class="composer-row">
      ${avatar(viewer, options.small ? 'small' : 'medium')}
      <label class="visually-hidden" for="${id}">${options.placeholder}</label>
      <textarea
        class="composer-text"
        ${attributes({
          id,
          name,
          rows: options.small ? 1 : 2,
          required: accept === undefined,
          maxlength: options.maxlength,
          placeholder: options.placeholder,
          'aria-invalid': error === undefined ? undefined : 'true',
          'aria-describedby': error === undefined ? undefined : `${id}-error`,
          autofocus: error !== undefined,
          'data-controller': 'autosize counter complete',
          'data-unsent': true,
          'data-shortcut': options.shortcut,
          'data-counter-output-value': `${id}-left`,
        })}
      >
${text}</textarea>
    </div>
    ${fieldError({ name, label: '', id, error })} ${fieldError(audience)} ${previews}
    ${options.thread && threadFields(options.thread, options, state.errors)} ${options.quoted}
    <div class="composer-foot">
      ${accept && picturesTool('pictures', accept)} ${options.emoji && emojiTool()}
      ${options.video && videoTool(options.video)} ${options.files && filesTool()} ${options.tools}
      ${options.thread && moreTool()}
      ${privacies && privacySelect(privacies, state.values?.privacy, audience)} ${options.more}
      <span class="composer-left" id="${id}-left"></span>
      ${button({ label: options.submit, kind: 'primary', small: true, busyLabel: t('Sending') })}
    </div>
    ${options.extras}
  </form>`;
}

/** Where files can be dropped and pasted. */
const dropzone = ({ describe }: ComposerOptions) => ({
  'data-controller': 'dropzone',
  'data-dropzone-describe-value': describe,
  'data-action':
    'dragover->dropzone#over dragleave->dropzone#leave drop->dropzone#drop paste->dropzone#paste',
});

const previews = html`<ul class="dropzone-previews" data-dropzone-target="previews"></ul>`;

/** The posts that continue it. Scripts copy the template. */
const threadFields = (
  { texts, error }: NonNullable<ComposerOptions['thread']>,
  options: ComposerOptions,
  errors: FormState['errors'] = {},
): Html =>
  html`<ol class="composer-thread" data-thread>
      ${texts.map((text, at) => threadPost(options, { text, number: at + 2, isLast: at === texts.length - 1, errors }))}
    </ol>
    <template>${threadPost(options, { text: '', number: 2 })}</template>
    ${fieldError({ name: 'thread', label: '', error })}`;

interface ThreadPost {
  text: string;
  number: number;
  isLast?: boolean;
  errors?: NonNullable<FormState['errors']>;
}

const threadPost = (options: ComposerOptions, { text, number, isLast, errors = {} }: ThreadPost): Html =>
  html`<li ${attributes(dropzone(options))}>
    <textarea
      class="composer-text"
      ${attributes({
        name: 'thread[]',
        rows: 2,
        maxlength: options.maxlength,
        'aria-label': t('Post {number}', { number }),
        autofocus: isLast,
        'data-controller': 'autosize counter complete',
      })}
    >
${text}</textarea>
    ${options.accept && picturesTool(`pictures_${number}`, options.accept)}
    <button
      class="icon-button small needs-script"
      type="button"
      data-remove
      ${attributes({ 'aria-label': t('Remove post {number}', { number }) })}
    >
      ${icon('x')}
    </button>
    ${previews} ${fieldError({ name: `pictures_${number}`, label: '', error: errors[`pictures_${number}`] })}
  </li>`;

/** Without scripts, the form is shown again with one more. */
const moreTool = (): Html =>
  html`<button
    class="composer-tool"
    type="submit"
    name="do"
    value="more"
    formnovalidate
    data-turbo="false"
    title="Add another post"
    aria-label="Add another post"
  >
    ${icon('plus')}
  </button>`;

const picturesTool = (name: string, accept: string): Html =>
  html`<label class="composer-tool" title="Add photos"
    >${icon('image')}<span class="visually-hidden">Add photos</span>
    <input
      class="visually-hidden"
      ${attributes({
        type: 'file',
        name,
        accept,
        multiple: true,
        'data-dropzone-target': 'input',
        'data-action': 'dropzone#show',
      })}
    />
  </label>`;

const emojiTool = (): Html =>
  html`<button
    class="composer-tool needs-script"
    type="button"
    data-emoji
    title="Add an emoji"
    aria-label="Add an emoji"
  >
    ${icon('smile')}
  </button>`;

/** The browser shows the name of the chosen file beside it. */
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

function privacySelect(choices: readonly Choice[], chosen: string | undefined, field: FieldOptions): Html {
  return html`<div class="select composer-privacy">
    <select class="input" ${attributes(controlAttributes(field))} aria-label="Audience">
      ${choices.map(({ value, label }) => html`<option ${attributes({ value, selected: value === chosen })}>${label}</option>`)}
    </select>
    ${icon('chevron-down')}
  </div>`;
}

/** A link to the form, which looks like its beginning. Scripts open the form in a dialog. */
export const composerPrompt = (viewer: ShownPerson, placeholder: string, href: string): Html =>
  html`<a class="composer composer-prompt" href="${href}">
    ${avatar(viewer)}<span>${placeholder}</span>${icon('image')}
  </a>`;
