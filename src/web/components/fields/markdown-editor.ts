import { formatNumber, t } from '../../translation/translate.ts';
import { attributes, html, type Html } from '../../html.ts';
import { controlAttributes, field, type FieldOptions } from './field.ts';
import { pictureTypes } from './file-field.ts';
import { icon } from '../controls.ts';
import type { IconName } from '../icon-names.ts';

interface MarkdownEditorOptions extends FieldOptions {
  value?: string | undefined;
  rows?: number;
  maxlength?: number;
  placeholder?: string;
  /** Allows inserting pictures, which are uploaded immediately and inserted as Markdown. */
  pictures?: boolean;
  /** Whether the text is what the page is for, so that its editor loads with the page and not at the first touch. */
  atOnce?: boolean;
}

/** Labels of the buttons. The controller implements them, for rich text and for Markdown. */
const signs = (): readonly (readonly [sign: string, label: string, icon: IconName])[] => [
  ['heading', t('Heading'), 'heading'],
  ['bold', t('Bold'), 'bold'],
  ['italic', t('Italic'), 'italic'],
  ['strike', t('Strikethrough'), 'strikethrough'],
  ['link', t('Link'), 'link'],
  ['quote', t('Quote'), 'quote'],
  ['list', t('List'), 'list'],
  ['numbers', t('Numbered list'), 'list-ordered'],
  ['code', t('Code'), 'code'],
  ['block', t('Code block'), 'square-code'],
  ['table', t('Table'), 'table'],
  ['rule', t('Divider'), 'minus'],
];

const steps = (): readonly (readonly [sign: string, label: string, icon: IconName])[] => [
  ['undo', t('Undo'), 'undo-2'],
  ['redo', t('Redo'), 'redo-2'],
];

const ofModes = () => ({ markdown: t('Markdown'), preview: t('Preview') });

/**
 * A text of Markdown: rich text if scripts are enabled, with a text area for its Markdown. Texts that rich text cannot
 * show without loss open as Markdown.
 */
export function markdownEditor(options: MarkdownEditorOptions): Html {
  const modes = ofModes();
  const control = html`<div
    class="markdown-editor"
    ${attributes({ 'data-controller': 'markdown', 'data-at-once': options.atOnce })}
  >
    <div
      class="markdown-toolbar needs-script"
      role="toolbar"
      aria-label="Formatting"
      data-action="focusin->markdown#enter keydown->markdown#walk"
    >
      ${signs().map(([sign, label, image]) => signButton(sign, label, image))}
      ${
        options.pictures &&
        html`<label class="icon-button small" title="Add image"
          >${icon('image')}<span class="visually-hidden">Add image</span>
          <input
            class="visually-hidden"
            type="file"
            accept="${pictureTypes}"
            data-action="markdown#upload"
            data-no-draft
        /></label>`
      }
      ${steps().map(([sign, label, image]) => signButton(sign, label, image))}
      <button
        class="button plain small"
        ${attributes({ type: 'button', 'aria-pressed': 'true', 'data-markdown-target': 'mode', 'data-action': 'markdown#switch' })}
      >
        ${modes.markdown}
      </button>
      <button
        class="button plain small"
        type="button"
        aria-pressed="false"
        data-markdown-target="preview"
        data-action="markdown#togglePreview"
      >
        ${modes.preview}
      </button>
      <span class="markdown-state" role="status" data-markdown-target="state"></span>
    </div>
    <div class="markdown-panes">
      <textarea
        class="input"
        ${attributes({
          ...controlAttributes(options),
          rows: options.rows ?? 12,
          placeholder: options.placeholder,
          maxlength: options.maxlength,
          'data-markdown-target': 'text',
          'data-unsent': true,
          'data-controller': 'complete',
          'data-action': `keydown->markdown#press${options.pictures ? ' paste->markdown#paste drop->markdown#paste' : ''}`,
        })}
      >
${options.value}</textarea>
    </div>
    ${
      options.maxlength !== undefined &&
      html`<p class="markdown-state" data-markdown-target="count">
        ${t('Up to {max} characters', { max: formatNumber(options.maxlength) })}
      </p>`
    }
  </div>`;
  return field(options, control);
}

const signButton = (sign: string, label: string, image: IconName): Html =>
  html`<button
    class="icon-button small"
    ${attributes({ title: label, 'aria-label': label, 'data-markdown-sign-param': sign })}
    type="button"
    data-action="markdown#put"
    data-markdown-target="sign"
  >
    ${icon(image)}
  </button>`;
