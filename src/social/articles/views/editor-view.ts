import { t } from '../../../web/translation/translate.ts';
import { button, linkButton } from '../../../web/components/controls.ts';
import { card, notice, pageHeader, relativeTime } from '../../../web/components/surfaces.ts';
import { radioGroup, selectField } from '../../../web/components/fields/choice-field.ts';
import { fileField, pictureTypes } from '../../../web/components/fields/file-field.ts';
import { markdownEditor } from '../../../web/components/fields/markdown-editor.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, buttonForm, errorSummary, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html, type View } from '../../../web/html.ts';
import type { Category } from '../../categories.ts';
import { longestAlt, longestOf, longestPostTitle, longestWarning } from '../../posts/new-post.ts';
import { paywallFields } from '../../posts/components/paywall.ts';
import type { PlanChoice } from '../../posts/paywall.ts';
import { privacies } from '../../posts/post.ts';

export interface EditorOptions {
  categories: readonly Category[];
  /** Plans whose subscribers the article can be limited to. */
  plans: readonly PlanChoice[];
  /** Form values by field. `cover` is a path. */
  state: FormState;
  /** The article being edited. Undefined for a new one. */
  article?: { id: string; path: string } | undefined;
  draft?: { id: string; updatedAt: Date } | undefined;
  /** URL of the current cover. */
  coverAddress?: string | undefined;
  /** The rendered preview. */
  preview?: Html | undefined;
}

/** The article editor. Without scripts, buttons save the draft and show the preview. */
export function editorView(options: EditorOptions): View {
  const { article, draft, state } = options;
  const title = article ? t('Edit article') : t('Write an article');
  return {
    title,
    section: 'articles',
    wide: true,
    style: 'rich-text',
    body: html`${pageHeader({
        title,
        actions: linkButton({ label: t('Drafts'), href: '/drafts', icon: 'file-text' }),
      })}
      ${draft && article && waiting(draft.updatedAt, draft.id)}
      <turbo-frame id="article-preview" target="_top"
        >${
          options.preview &&
          card({ title: t('Preview'), body: html`<div class="prose article-text">${options.preview}</div>` })
        }</turbo-frame
      >
      ${card({
        body: html`<form
          class="form article-form"
          ${attributes({
            id: 'article-form',
            action: article ? `/articles/${article.id}/edit` : '/articles/new',
            method: 'post',
            enctype: 'multipart/form-data',
            novalidate: true,
            'data-controller': 'autosave',
            'data-autosave-url-value': '/apis/php/articles/draft',
          })}
        >
          ${errorSummary(state)} ${fields(options)}
          <div class="form-actions article-actions">
            ${button({ label: article ? t('Save changes') : t('Publish'), kind: 'primary', busyLabel: t('Sending') })}
            ${button({ label: t('Preview'), action: '/articles/preview', data: { 'data-turbo-frame': 'article-preview' } })}
            ${button({ label: t('Save draft'), action: '/articles/drafts', busyLabel: t('Saving') })}
            ${linkButton({ label: t('Cancel'), href: article?.path ?? '/articles', kind: 'plain' })}
            <span class="autosave-state" role="status" data-autosave-target="state"></span>
            <button
              class="button quiet small"
              type="button"
              hidden
              data-autosave-target="apart"
              data-action="autosave#apart"
            >
              Save mine as a separate draft
            </button>
          </div>
        </form>`,
      })}`,
  };
}

const waiting = (at: Date, id: string): Html =>
  notice({
    tone: 'accent',
    body: html`<div class="button-row">
      <p>You have unpublished changes from ${relativeTime(at)}.</p>
      ${buttonForm({ to: `/articles/drafts/${id}/delete`, label: t('Discard changes'), small: true, confirm: t('Discard your changes?') })}
    </div>`,
  });

function fields({ categories, plans, state, article, draft, coverAddress }: EditorOptions): Html {
  const bound = bind(state);
  const group = state.values?.group ?? '';
  const hidden = (name: string, value: string, target?: string) =>
    html`<input ${attributes({ type: 'hidden', name, value, 'data-autosave-target': target })} />`;
  return html`${hidden('draft_id', draft?.id ?? '', 'id')}
    ${hidden('base', draft?.updatedAt.toISOString() ?? '', 'base')}
    ${article && hidden('post_id', article.id)} ${hidden('cover', state.values?.cover ?? '')}
    ${hidden('group', group)}
    ${textField({ ...bound('title'), label: t('Title'), maxlength: longestPostTitle })}
    <div class="article-head-fields">
      ${fileField({
        name: 'file',
        label: t('Cover image'),
        accept: pictureTypes,
        current: coverAddress ?? null,
        error: state.errors?.file ?? state.errors?.cover,
      })}
      ${textField({ ...bound('coverAlt'), label: t('Alt text'), required: false, maxlength: longestAlt })}
    </div>
    ${markdownEditor({
      ...bound('text'),
      label: t('Text'),
      hint: html`Markdown: <code>## heading</code>, <code>**bold**</code>, <code>- list</code>,
        <code>[link](https://…)</code>.`,
      rows: 18,
      maxlength: longestOf.article,
      pictures: true,
      atOnce: true,
    })}
    <details class="article-more" ${attributes({ open: state.errors !== undefined })}>
      <summary>Category, tags, price and more</summary>
      ${selectField({
        ...bound('category'),
        label: t('Category'),
        required: false,
        empty: t('None'),
        choices: categories.map(({ id, name }) => ({ value: id, label: name })),
      })}
      ${textField({ ...bound('tags'), label: t('Tags'), hint: t('Separate with commas.'), required: false, maxlength: 600 })}
      ${textField({
        ...bound('warning'),
        label: t('Content warning'),
        hint: t('Shown instead of the text until readers choose to open it.'),
        required: false,
        maxlength: longestWarning,
      })}
      ${group === '' && paywallFields(state, plans)}
    </details>
    ${
      group === ''
        ? radioGroup({
            ...bound('privacy'),
            label: t('Audience'),
            value: state.values?.privacy ?? 'public',
            choices: privacies(),
            inline: true,
          })
        : html`<p class="field-hint">${t('Those who read the group see it.')}</p>`
    }`;
}
