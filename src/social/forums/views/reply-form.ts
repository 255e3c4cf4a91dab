import { t } from '../../../kernel/translation/translate.ts';
import { button, linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { checkbox } from '../../../web/components/fields/choice-field.ts';
import { markdownEditor } from '../../../web/components/fields/markdown-editor.ts';
import { notice } from '../../../web/components/notice.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import { longestOf } from '../../posts/new-post.ts';
import type { Post } from '../../posts/post.ts';
import { renderedText } from '../../text/rendered.ts';
import { quoteOf } from './reply-card.ts';

interface ReplyFormOptions {
  threadId: string;
  /** The path of the thread. */
  path: string;
  /** The quoted post, shown above the reply. */
  quoted?: Post | undefined;
  state: FormState;
}

export const markdownHint = () =>
  t('Markdown: **bold**, *italic*, > quote, `code`, lists, [links](https://…)');

/** The reply form of a thread. */
export function replyForm({ threadId, path, quoted, state }: ReplyFormOptions): Html {
  const { values = {}, errors } = state;
  return card({
    title: t('Reply'),
    id: 'reply',
    body: form({
      action: `/forums/threads/${threadId}/replies`,
      state,
      body: html`${
          quoted &&
          html`<input type="hidden" name="quote_id" value="${quoted.id}" />
            ${quoteOf(quoted)}
            <p><a class="link" href="${path}#reply">Remove quote</a></p>`
        }
        ${markdownEditor({
          name: 'text',
          label: t('Your reply'),
          hideLabel: true,
          rows: 5,
          maxlength: longestOf.reply,
          hint: markdownHint(),
          value: values.text,
          error: errors?.text,
        })}
        ${values.act === 'preview' && !errors?.text && preview(values.text ?? '')}
        ${checkbox({ name: 'follows', label: t('Notify me of replies'), checked: values.follows !== 'off', value: 'on' })}
        <div class="form-actions">
          ${button({ label: t('Reply'), kind: 'primary', busyLabel: t('Sending') })}
          ${button({ label: t('Preview'), name: 'act', value: 'preview', data: { 'data-turbo': 'false' } })}
        </div>`,
    }),
  });
}

/** A preview of the text. Mentions become links on publication. */
export const preview = (text: string): Html =>
  html`<div class="preview" aria-label="Preview" role="region" tabindex="0">
    <p class="preview-label">Preview</p>
    <div class="prose">${renderedText('article', text, new Map())}</div>
  </div>`;

/** Replaces the reply form for viewers who cannot reply. */
export function noReply(options: { lockedAt: Date | null; isArchived: boolean; path: string }): Html {
  if (options.lockedAt) return notice({ body: html`<p>This thread is closed to new replies.</p>` });
  if (options.isArchived) return notice({ body: html`<p>This forum is archived and read-only.</p>` });
  return card({
    body: html`<p>
      ${linkButton({ label: t('Sign in to reply'), href: `/signin?next=${encodeURIComponent(options.path)}`, kind: 'primary' })}
    </p>`,
  });
}
