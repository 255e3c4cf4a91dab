import { t } from '../../../kernel/translation/translate.ts';
import { button, linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { markdownEditor } from '../../../web/components/fields/markdown-editor.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { longestOf } from '../../posts/new-post.ts';
import { pathOf } from '../../posts/paths.ts';
import { renderedText } from '../../text/rendered.ts';
import type { Question } from '../question.ts';

/** The answer form. False below a closed or held question. */
export function answerForm({ post }: Question, viewer: Viewer | undefined, state: FormState): Html | false {
  if (post.lockedAt || post.heldAt) return false;
  if (!viewer)
    return html`<p>
      ${linkButton({ label: t('Sign in to answer'), href: `/signin?next=${encodeURIComponent(pathOf(post))}` })}
    </p>`;
  const { values = {}, errors } = state;
  return card({
    title: t('Your answer'),
    body: form({
      action: `/questions/answer/${post.id}`,
      id: 'answer',
      state,
      body: html`${markdownEditor({
          name: 'text',
          label: t('Answer'),
          hint: markdownHint(),
          rows: 8,
          maxlength: longestOf.answer,
          value: values.text,
          error: errors?.text,
        })}
        ${values.act === 'preview' && preview(values.text ?? '')}
        <div class="form-actions">
          ${button({ label: t('Answer'), kind: 'primary', busyLabel: t('Sending') })}
          ${button({ label: t('Preview'), name: 'act', value: 'preview', data: { 'data-turbo': 'false' } })}
        </div>`,
    }),
  });
}

export const markdownHint = () =>
  t('Markdown: **bold**, *italic*, > quote, `code`, lists, [links](https://…)');

/** A preview of the text. */
export const preview = (text: string): Html =>
  html`<section class="text-preview" aria-label="Preview" id="preview">
    <p class="preview-label">Preview</p>
    <div class="prose">
      ${text.trim() === '' ? html`<p>Nothing to preview.</p>` : renderedText('article', text, new Map())}
    </div>
  </section>`;
