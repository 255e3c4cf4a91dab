import { inSentence, t } from '../../web/translation/translate.ts';
import { button, icon } from '../../web/components/controls.ts';
import { checkbox, switchField } from '../../web/components/fields/choice-field.ts';
import { fileField, pictureTypes } from '../../web/components/fields/file-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../web/form.ts';
import { attributes, type Fragment, html, type Html, type View } from '../../web/html.ts';
import { type Followable, referrerPolicy } from '../forward.ts';
import { nameOfDestination, type PageColors, usualColors } from './input.ts';

/** Fields for two colors. Text colors are derived from them. */
export function colorFields(state: FormState): Html {
  const field = bind(state);
  const { value: own, ...ownField } = field('own_colors');
  const { background = usualColors.background, accent = usualColors.accent } = state.values ?? {};
  return fieldGroup(
    t('Colors'),
    html`${switchField({
        ...ownField,
        label: t('Custom colors'),
        hint: t('Leave empty for the default colors, light or dark as the visitor prefers.'),
        checked: own !== undefined,
      })}
      <div class="form-row">
        ${textField({ ...field('background'), value: background, label: t('Background'), type: 'color' })}
        ${textField({ ...field('accent'), value: accent, label: t('Buttons'), type: 'color' })}
      </div>
      <p class="field-hint">Text is black or white, whichever is more readable.</p>`,
  );
}

export const colorValues = (colors: PageColors | null) => ({
  own_colors: colors ? 'on' : undefined,
  background: (colors ?? usualColors).background,
  accent: (colors ?? usualColors).accent,
});

/**
 * Fields for a picture, either uploaded or at an external URL. `current` is the URL of the current picture.
 */
export function pictureFields(options: {
  state: FormState;
  name: string;
  label: string;
  hint: string;
  current: string | null;
  isRemovable: boolean;
}): Html {
  const { state, name, label, hint, current, isRemovable } = options;
  const field = bind(state);
  return html`${fileField({
    name,
    error: state.errors?.[name],
    label,
    hint,
    accept: pictureTypes,
    current,
  })}
  ${textField({
    ...field(`${name}_address`),
    label: t('Or image URL'),
    required: false,
    type: 'url',
    placeholder: 'https://',
    autocomplete: 'off',
  })}
  ${isRemovable && current !== null && checkbox({ name: `remove_${name}`, label: t('Remove {label}', { label: inSentence(label) }) })}`;
}

/**
 * Shows a form with a live preview beside it. The form contains `previewButton`. The preview updates during
 * typing, or with the button without scripts.
 */
export function withPreview(options: { form: Html; source: string; title: string }): Html {
  return html`<div class="editor" data-controller="live-preview">
    <div>${options.form}</div>
    <section class="preview" aria-label="${options.title}">
      <div class="preview-window" data-live-preview-target="window">
        <iframe
          name="preview"
          title="${options.title}"
          src="${options.source}"
          sandbox="allow-same-origin"
        ></iframe>
      </div>
    </section>
  </div>`;
}

/** Shows the entered values in the preview frame without saving them. */
export const previewButton = (action: string): Html =>
  button({
    label: t('Preview'),
    kind: 'quiet',
    icon: 'eye',
    action,
    data: { formtarget: 'preview', 'data-live-preview-target': 'button' },
  });

/** A group of fields with a heading. */
export const fieldGroup = (title: string, body: Fragment): Html =>
  html`<fieldset class="field-group">
    <legend>${title}</legend>
    ${body}
  </fieldset>`;

/** Example destination shown in previews. */
export const exampleDestination = 'https://example.com/';

/** The page as visitors see it, without a redirect and allowed in our own frames. */
export const asPreview = ({ shape, title, body, css }: View): View => ({
  ...(shape && { shape }),
  title: t('Preview: {title}', { title }),
  body,
  ...(css !== undefined && { css }),
  head: noindexHead,
  policy: { inOwnFrames: true },
});

/** Shown in the preview while the form has an invalid value. */
export const previewRefused = (message: string): View => ({
  shape: 'bare',
  title: t('Preview'),
  head: noindexHead,
  policy: { inOwnFrames: true },
  body: html`<div class="way">
    <main class="way-center" id="main">
      <h1 class="visually-hidden">Preview</h1>
      <p class="lead">${message}.</p>
      <p class="way-note">Fix the errors to see the preview.</p>
    </main>
  </div>`,
});

/** Allows what pages usually do, except navigating the top window without a user action. */
const sandbox = () =>
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox ' +
  'allow-downloads allow-modals allow-presentation allow-top-navigation-by-user-activation';

/** An iframe with the destination of a link. */
export const destinationFrame = (followed: { to: string } & Followable, title: string): Html =>
  html`<iframe
    src="${followed.to}"
    title="${title}"
    sandbox="${sandbox()}"
    allow="fullscreen; autoplay; clipboard-write"
    referrerpolicy="${referrerPolicy(followed)}"
  ></iframe>`;

/** The frame may show any site and navigate to any other. */
export const frameSources = ['http:', 'https:'];

/** Keeps these pages out of search engines. */
export const noindexHead: Html = html`<meta name="robots" content="noindex, nofollow" />`;

/** For browsers without scripts: continues automatically. */
export const refreshHead = (to: string, seconds: number): Html =>
  html`<noscript><meta http-equiv="refresh" content="${seconds};url=${to}" /></noscript>`;

/** Shows the destination and the countdown. With 0 `seconds`, the visitor must click to continue. */
export function redirectBar({ to, seconds }: { to: string; seconds: number }): Html {
  return html`<div class="way-bar">
    <p class="way-to">
      Redirecting to <strong>${nameOfDestination(to)}</strong>${
        seconds > 0 &&
        html` <span class="way-count" data-countdown="${seconds}"
          >${t('{seconds, plural, one {in # second} other {in # seconds}}', { seconds })}</span
        >`
      }
    </p>
    <div class="way-acts">
      ${
        seconds > 0 &&
        html`<button class="button quiet needs-script" type="button" data-stay>
          <span>Stay here</span>
        </button>`
      }
      ${continueLink(to, t('Continue'))}
    </div>
  </div>`;
}

/** The link to the destination. Scripts also use its URL, so that a page has only one destination. */
export const continueLink = (to: string, label: string, kind: 'primary' | 'quiet' = 'primary'): Html =>
  html`<a class="button ${kind}" ${attributes({ href: to, rel: 'noopener nofollow' })} data-way-on
    ><span>${label}</span>${icon('arrow-right')}</a
  >`;

/** Illustration of a hop from start to destination. */
export const hopIllustration: Html = html`<svg class="way-hop" viewBox="0 0 304 96" aria-hidden="true">
  <path class="ground" d="M4 92h296" />
  <path class="arc" d="M22 88C30 -22 150 -22 158 88C164 26 236 22 246 84" />
  <circle cx="248" cy="84" r="8" />
</svg>`;
