import { t } from '../../../web/translation/translate.ts';
import { button, linkButton } from '../../../web/components/controls.ts';
import { card, emptyState, notice, pageHeader } from '../../../web/components/surfaces.ts';
import { checkbox, selectField } from '../../../web/components/fields/choice-field.ts';
import { markdownEditor } from '../../../web/components/fields/markdown-editor.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html, type View } from '../../../web/html.ts';
import { paywallFields } from '../../posts/components/paywall.ts';
import { longestOf, longestPostTitle } from '../../posts/new-post.ts';
import { pathOf } from '../../posts/paths.ts';
import type { PlanChoice } from '../../posts/paywall.ts';
import type { Post } from '../../posts/post.ts';
import { renderedText } from '../../text/rendered.ts';
import type { SectionInIndex } from '../forum.ts';
import { quoteOf } from './reply-card.ts';

/** The form for a new thread. */
export function newThreadView(
  sections: readonly SectionInIndex[],
  plans: readonly PlanChoice[],
  state: FormState,
): View {
  const { values = {}, errors } = state;
  const choices = openForums(sections);
  return {
    title: t('New thread'),
    section: 'forums',
    style: 'rich-text',
    body: html`${pageHeader({
      title: t('New thread'),
      above: breadcrumbs([{ label: t('Forums'), href: '/forums' }, { label: t('New thread') }]),
    })}
    ${card({
      body:
        choices.length === 0
          ? emptyState({
              illustration: 'quiet',
              title: t('No open forums'),
              text: t('Threads need a forum.'),
              action: linkButton({ label: t('Forums'), href: '/forums' }),
            })
          : form({
              action: '/forums/threads',
              state,
              body: html`${selectField({
                  name: 'forum_id',
                  label: t('Forum'),
                  value: values.forum_id,
                  error: errors?.forum_id,
                  empty: t('Choose a forum'),
                  choices,
                })}
                ${textField({ name: 'title', label: t('Title'), value: values.title, error: errors?.title, maxlength: longestPostTitle })}
                ${markdownEditor({
                  name: 'text',
                  label: t('Text'),
                  rows: 10,
                  pictures: true,
                  atOnce: true,
                  maxlength: longestOf.thread,
                  hint: markdownHint(),
                  value: values.text,
                  error: errors?.text,
                })}
                ${values.act === 'preview' && preview(values.text ?? '')}
                <details
                  class="article-more"
                  ${attributes({ open: Boolean(values.paid_for ?? values.post_price) })}
                >
                  <summary>Price</summary>
                  ${paywallFields(state, plans)}
                </details>
                ${checkbox({ name: 'follows', label: t('Notify me of replies'), checked: values.follows !== 'off' })}
                <div class="form-actions">
                  ${button({ label: t('Create thread'), kind: 'primary', busyLabel: t('Sending') })}
                  ${button({ label: t('Preview'), name: 'act', value: 'preview', data: { 'data-turbo': 'false' } })}
                  ${linkButton({ label: t('Cancel'), href: '/forums', kind: 'plain' })}
                </div>`,
            }),
    })}`,
  };
}

/** Forums that accept threads, as options. Subforums are labeled with their parent. */
export const openForums = (sections: readonly SectionInIndex[]) =>
  sections.flatMap(({ forums }) =>
    forums.flatMap((forum) =>
      [forum, ...forum.below]
        .filter(({ archivedAt }) => !archivedAt)
        .map(({ id, title }) => ({ value: id, label: id === forum.id ? title : `${forum.title}: ${title}` })),
    ),
  );

/** The form to edit the viewer's own thread or reply. */
export function editReplyView(post: Post, state: FormState): View {
  const { values = { title: post.title, text: post.text }, errors } = state;
  const title = post.kind === 'thread' ? t('Edit thread') : t('Edit reply');
  return {
    title,
    section: 'forums',
    style: 'rich-text',
    body: html`${pageHeader({ title })}
    ${card({
      body: form({
        action: `/forums/posts/${post.id}/edit`,
        state,
        body: html`${
            post.kind === 'thread' &&
            textField({
              name: 'title',
              label: t('Title'),
              value: values.title,
              error: errors?.title,
              maxlength: longestPostTitle,
            })
          }
          ${markdownEditor({
            name: 'text',
            label: t('Text'),
            rows: 8,
            pictures: true,
            atOnce: true,
            maxlength: longestOf[post.kind],
            hint: markdownHint(),
            value: values.text,
            error: errors?.text,
          })}
          ${values.act === 'preview' && preview(values.text ?? '')}
          <div class="form-actions">
            ${button({ label: t('Save'), kind: 'primary', busyLabel: t('Saving') })}
            ${button({ label: t('Preview'), name: 'act', value: 'preview', data: { 'data-turbo': 'false' } })}
            ${linkButton({ label: t('Cancel'), href: pathOf(post), kind: 'plain' })}
          </div>`,
      }),
    })}`,
  };
}

interface ReplyFormOptions {
  threadId: string;
  /** The path of the thread. */
  path: string;
  /** The quoted post, shown above the reply. */
  quoted?: Post | undefined;
  state: FormState;
}

const markdownHint = () => t('Markdown: **bold**, *italic*, > quote, `code`, lists, [links](https://…)');

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
          pictures: true,
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
const preview = (text: string): Html =>
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
