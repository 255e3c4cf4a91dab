import { t } from '../../translation/translate.ts';
import { attributes, html, type Html } from '../../html.ts';
import { controlAttributes, field, type FieldOptions } from './field.ts';
import { pictureTypes } from './file-field.ts';
import { icon } from '../icon.ts';
import type { IconName } from '../icon-names.ts';

interface MarkdownEditorOptions extends FieldOptions {
  value?: string | undefined;
  rows?: number;
  maxlength?: number;
  placeholder?: string;
  /** Allows inserting pictures, which are uploaded immediately and inserted as Markdown. */
  pictures?: boolean;
}

/** Labels of the Markdown buttons. The controller implements their syntax. */
const signs = (): readonly (readonly [sign: string, label: string, icon: IconName])[] => [
  ['heading', t('Heading'), 'heading'],
  ['bold', t('Bold'), 'bold'],
  ['italic', t('Italic'), 'italic'],
  ['quote', t('Quote'), 'quote'],
  ['code', t('Code'), 'code'],
  ['link', t('Link'), 'link'],
  ['list', t('List'), 'list'],
  ['numbers', t('Numbered list'), 'list-ordered'],
];

/** A Markdown text area, with formatting buttons if scripts are enabled. */
export function markdownEditor(options: MarkdownEditorOptions): Html {
  const control = html`<div class="markdown-editor" data-controller="markdown">
    <div class="markdown-toolbar needs-script" role="toolbar" aria-label="Formatting">
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
      <span class="markdown-state" role="status" data-markdown-target="state"></span>
    </div>
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
  </div>`;
  return field(options, control);
}

const signButton = (sign: string, label: string, image: IconName): Html =>
  html`<button
    class="icon-button small"
    ${attributes({ type: 'button', title: label, 'aria-label': label, 'data-action': 'markdown#put', 'data-markdown-sign-param': sign })}
  >
    ${icon(image)}
  </button>`;
