import { t } from '../../../kernel/translation/translate.ts';
import { button } from '../../../web/components/button.ts';
import { html, type Fragment, type Html } from '../../../web/html.ts';

/**
 * A form with what it makes beside it. The form holds `previewButton`; with scripts the preview follows what is typed,
 * without them the button shows it.
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

/** Shows in the frame what is typed, and keeps nothing. */
export const previewButton = (action: string): Html =>
  button({
    label: t('Preview'),
    kind: 'quiet',
    icon: 'eye',
    action,
    data: { formtarget: 'preview', 'data-live-preview-target': 'button' },
  });

/** Fields that belong together, under a heading of their own. */
export const fieldGroup = (title: string, body: Fragment): Html =>
  html`<fieldset class="field-group">
    <legend>${title}</legend>
    ${body}
  </fieldset>`;
