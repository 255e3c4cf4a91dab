import { t } from '../../../web/translation/translate.ts';
import type { Viewer } from '../../../platform/app.ts';
import { button, linkButton } from '../../../web/components/controls.ts';
import { card, pageHeader } from '../../../web/components/surfaces.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { markdownEditor } from '../../../web/components/fields/markdown-editor.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html, type View } from '../../../web/html.ts';
import type { Category } from '../../categories.ts';
import { longestOf, longestPostTitle } from '../../posts/new-post.ts';
import { pathOf } from '../../posts/paths.ts';
import type { Post } from '../../posts/post.ts';
import { renderedText } from '../../text/rendered.ts';
import { maxTags, type Question } from '../question.ts';
import { longestCloseReason } from '../questions.ts';
import { questionTitles } from './question-list.ts';

interface QuestionFormOptions {
  categories: readonly Category[];
  /** Similar questions. Undefined before the search. */
  similar?: readonly Question[] | undefined;
  state: FormState;
  /** The question being edited. Undefined for a new one. */
  editing?: Post;
}

/** The form to ask or edit a question. */
export function questionFormView({ categories, similar, state, editing }: QuestionFormOptions): View {
  const { values = {}, errors } = state;
  const title = editing ? t('Edit question') : t('Ask a question');
  return {
    title,
    section: 'questions',
    style: 'rich-text',
    body: html`${pageHeader({
      title,
      above: breadcrumbs([{ label: t('Questions'), href: '/questions' }, { label: title }]),
    })}
    ${card({
      body: form({
        action: editing ? `/questions/edit/${editing.id}` : '/questions',
        state,
        body: html`${
            values.group &&
            html`<input ${attributes({ type: 'hidden', name: 'group', value: values.group })} />`
          }
          <div ${attributes({ 'data-controller': !editing && 'similar' })}>
            ${textField({
              name: 'title',
              label: t('Title'),
              hint: t('The question in one sentence.'),
              value: values.title,
              error: errors?.title,
              maxlength: longestPostTitle,
            })}
          </div>
          ${!editing && similarFrame(similar)}
          ${markdownEditor({
            name: 'text',
            label: t('Text'),
            hint: t('What did you try, and what do you expect? {markdownHint}', {
              markdownHint: markdownHint(),
            }),
            rows: 10,
            pictures: true,
            atOnce: true,
            maxlength: longestOf.question,
            value: values.text,
            error: errors?.text,
          })}
          ${textField({
            name: 'tags',
            label: t('Tags'),
            hint: t('Up to {maxTags} tags, separated by spaces.', { maxTags }),
            value: values.tags,
            error: errors?.tags,
            maxlength: 300,
            required: false,
          })}
          ${
            categories.length > 0 &&
            selectField({
              name: 'category',
              label: t('Category'),
              value: values.category,
              error: errors?.category,
              empty: t('None'),
              required: false,
              choices: categories.map(({ id, name }) => ({ value: id, label: name })),
            })
          }
          ${values.act === 'preview' && preview(values.text ?? '')}
          <div class="form-actions">
            ${button({ label: editing ? t('Save') : t('Ask'), kind: 'primary', busyLabel: t('Sending') })}
            ${button({ label: t('Preview'), name: 'act', value: 'preview', data: { 'data-turbo': 'false' } })}
            ${linkButton({ label: t('Cancel'), href: editing ? pathOf(editing) : '/questions', kind: 'plain' })}
          </div>`,
      }),
    })}`,
  };
}

/** Updates while the title is typed. Without scripts, it is filled by the preview. */
const similarFrame = (similar: readonly Question[] | undefined): Html =>
  html`<turbo-frame class="similar" id="similar" aria-live="polite" target="_top">
    ${
      similar !== undefined &&
      similar.length > 0 &&
      html`<p class="preview-label">Similar questions</p>
        ${questionTitles(similar, '_top')}`
    }
  </turbo-frame>`;

/** Similar questions as a separate page. */
export const similarView = (title: string, similar: readonly Question[]): View => ({
  title: t('Similar questions'),
  section: 'questions',
  body: html`${pageHeader({ title: t('Similar questions'), lead: title || undefined })}
    ${similarFrame(similar)}
    <p>${linkButton({ label: t('Ask a question'), href: '/questions/new', icon: 'plus' })}</p>`,
});

/** The form to edit an answer. */
export const editAnswerView = (answer: Post, state: FormState): View => ({
  title: t('Edit answer'),
  section: 'questions',
  style: 'rich-text',
  body: html`${pageHeader({ title: t('Edit answer') })}
  ${card({
    body: form({
      action: `/questions/edit/${answer.id}`,
      state,
      body: html`${markdownEditor({
          name: 'text',
          label: t('Answer'),
          hint: markdownHint(),
          rows: 10,
          pictures: true,
          atOnce: true,
          maxlength: longestOf.answer,
          value: state.values?.text,
          error: state.errors?.text,
        })}
        ${state.values?.act === 'preview' && preview(state.values.text ?? '')}
        <div class="form-actions">
          ${button({ label: t('Save'), kind: 'primary', busyLabel: t('Saving') })}
          ${button({ label: t('Preview'), name: 'act', value: 'preview', data: { 'data-turbo': 'false' } })}
          ${linkButton({ label: t('Cancel'), href: pathOf(answer), kind: 'plain' })}
        </div>`,
    }),
  })}`,
});

/** The form for a moderator to close a question. */
export const closeView = ({ post }: Question, state: FormState): View => ({
  title: t('Close question'),
  section: 'questions',
  body: html`${pageHeader({ title: t('Close question'), lead: post.title })}
  ${card({
    body: form({
      action: `/questions/close/${post.id}`,
      submit: t('Close question'),
      cancel: { label: t('Cancel'), href: pathOf(post) },
      state,
      body: html`${textArea({
        name: 'because',
        label: t('Reason'),
        hint: t('Visible to everyone.'),
        maxlength: longestCloseReason,
        rows: 2,
        required: false,
        value: state.values?.because,
        error: state.errors?.because,
      })}
      ${textField({
        name: 'duplicate_of',
        label: t('Duplicate'),
        hint: t('URL or number of the original question.'),
        required: false,
        maxlength: 400,
        value: state.values?.duplicate_of,
        error: state.errors?.duplicate_of,
      })}`,
    }),
  })}`,
});

/** The answer form. False below a closed or held question. */
export function answerForm({ post }: Question, viewer: Viewer | undefined, state: FormState): Html | false {
  if (post.lockedAt || post.heldAt || post.group?.role === null) return false;
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
          pictures: true,
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

const markdownHint = () => t('Markdown: **bold**, *italic*, > quote, `code`, lists, [links](https://…)');

/** A preview of the text. */
const preview = (text: string): Html =>
  html`<section class="text-preview" aria-label="Preview" id="preview">
    <p class="preview-label">Preview</p>
    <div class="prose">
      ${text.trim() === '' ? html`<p>Nothing to preview.</p>` : renderedText('article', text, new Map())}
    </div>
  </section>`;
