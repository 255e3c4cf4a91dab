import { t } from '../../../kernel/translation/translate.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { renderMarkdown } from '../../../web/markdown.ts';
import type { SiteSettings } from '../../../platform/settings/site-settings.ts';
import type { StaticPage } from '../static-page.ts';

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
