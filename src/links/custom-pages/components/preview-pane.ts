import { t } from '../../../kernel/translation/translate.ts';
import { button } from '../../../web/components/button.ts';
import { html, type Fragment, type Html } from '../../../web/html.ts';

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
