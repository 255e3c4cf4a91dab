import { operator } from '../../identity/components/operator-frame.ts';
import { t } from '../../web/translation/translate.ts';
import type { SiteSettings } from '../../platform/settings/site-settings.ts';
import { linkButton } from '../../web/components/controls.ts';
import { card, emptyState, pageHeader, table, relativeTime } from '../../web/components/surfaces.ts';
import { selectField, switchField } from '../../web/components/fields/choice-field.ts';
import { markdownEditor } from '../../web/components/fields/markdown-editor.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import { renderMarkdown } from '../../web/markdown.ts';
import { longestBody, type StaticPage } from './static-pages.ts';

export const staticAddress = (base: string, slug: string) => `${base}/static/${slug}`;

export function staticPageView(base: string, page: StaticPage): View {
  return {
    title: page.title,
    canonical: staticAddress(base, page.slug),
    body: html`${pageHeader({ title: page.title })}
      <div class="prose" lang="${page.language}" dir="auto">${renderMarkdown(page.body)}</div>`,
  };
}

/** About the site, with a list of its static pages. */
export function staticPagesView({ name, description }: SiteSettings, pages: readonly StaticPage[]): View {
  return {
    title: t('About {name}', { name }),
    body: html`${pageHeader({ title: t('About {name}', { name }), lead: description })}
      ${
        pages.length === 0
          ? emptyState({
              illustration: 'quiet',
              title: t('No pages yet'),
              text: t('Nothing published yet. You can contact the operators.'),
            })
          : html`<ul class="prose">
              ${pages.map(({ slug, title }) => html`<li><a href="/static/${slug}">${title}</a></li>`)}
            </ul>`
      }
      <p><a href="/contact">Contact the operators of ${name}</a></p>`,
  };
}

const here = '/operator/pages';
const write = () => linkButton({ label: t('New page'), href: `${here}/new`, icon: 'plus', kind: 'primary' });

export function staticPagesOperatorView(texts: readonly StaticPage[]): View {
  return operator(
    t('Pages'),
    here,
    html`${texts.length > 0 && html`<p>${write()}</p>`}
    ${table({
      caption: t('Pages'),
      rows: texts,
      columns: [
        { label: t('Page'), main: true, cell: ({ id, title }) => html`<a href="${here}/${id}">${title}</a>` },
        { label: t('URL'), cell: ({ slug }) => html`<a href="/static/${slug}">/static/${slug}</a>` },
        { label: t('Language'), cell: ({ language }) => language },
        { label: t('Updated'), cell: ({ updatedAt }) => relativeTime(updatedAt) },
        {
          label: t('Delete'),
          hideLabel: true,
          align: 'end',
          cell: ({ id, title }) =>
            buttonForm({
              to: `${here}/delete`,
              label: t('Delete'),
              kind: 'danger',
              small: true,
              fields: { id },
              confirm: t('Delete “{title}” permanently?', { title }),
            }),
        },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: t('No pages yet'),
        text: t('Add pages such as About, Rules and Privacy.'),
        action: write(),
      }),
    })}`,
  );
}

export function staticPageFormView(languages: readonly string[], state: FormState): View {
  const field = bind(state);
  const id = state.values?.id ?? '';
  return operator(
    id === '' ? t('New page') : t('Edit page'),
    here,
    card({
      title: id === '' ? t('New page') : t('Edit page'),
      body: form({
        action: here,
        state,
        submit: t('Save'),
        cancel: { label: t('Cancel'), href: here },
        body: html`<input type="hidden" name="id" value="${id}" />
          ${textField({ ...field('title'), label: t('Title'), maxlength: 120, required: true })}
          ${textField({ ...field('slug'), label: t('URL'), prefix: '/static/', maxlength: 60, mono: true, required: true })}
          ${selectField({ ...field('language'), label: t('Language'), choices: languages.map((code) => ({ value: code, label: code })) })}
          ${markdownEditor({
            ...field('body'),
            label: t('Text'),
            hint: t('Markdown: # heading, **bold**, [link](https://…).'),
            rows: 16,
            maxlength: longestBody,
            pictures: true,
            atOnce: true,
          })}
          ${textField({ ...field('position'), value: state.values?.position ?? 0, label: t('Sort order'), type: 'number', min: 0 })}
          ${switchField({ name: 'inFooter', label: t('Link in the footer'), checked: state.values?.inFooter !== '' })}`,
      }),
    }),
  );
}
