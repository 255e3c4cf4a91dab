import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { lineList } from '../../components/lines.ts';
import { html, type Html } from '../../../web/html.ts';
import { pathOf } from '../../posts/paths.ts';
import type { PopularArticles } from '../list-popular.ts';

/** Sidebar of the article list: popular articles and topics. */
export function articlesSidebar({ articles, tags }: PopularArticles): Html | undefined {
  if (articles.length === 0 && tags.length === 0) return undefined;
  return html`${
    articles.length > 0 &&
    card({
      title: t('Popular this month'),
      body: lineList(
        articles.map(({ id, title, author }) => ({
          label: title,
          href: pathOf({ id, kind: 'article', title, parentId: null }),
          detail: author,
        })),
      ),
    })
  }
  ${tags.length > 0 && card({ title: t('Topics'), body: topics(tags) })}`;
}

const topics = (tags: readonly string[]): Html =>
  html`<ul class="tags">
    ${tags.map((tag) => html`<li><a class="tag" href="/articles?tag=${encodeURIComponent(tag)}">#${tag}</a></li>`)}
  </ul>`;
