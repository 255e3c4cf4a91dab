import { t } from '../../../kernel/translation/translate.ts';
import { avatar } from '../../../web/components/avatar.ts';
import { icon } from '../../../web/components/icon.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { Suggestions } from '../suggest.ts';

/** The options below the search box, inserted by its controller. */
export function suggestionList({ people, pages, terms, tags }: Suggestions): Html {
  /** `value`: the text to insert for a mention. */
  const options: { href: string; value?: string; icon: Html; label: string; detail: string }[] = [
    ...people.map((person) => ({
      href: `/@${person.username}`,
      value: `@${person.username}`,
      icon: avatar(person, 'small'),
      label: person.name,
      detail: `@${person.username}`,
    })),
    ...tags.map(({ tag, posts }) => ({
      href: `/hashtag/${encodeURIComponent(tag)}`,
      value: `#${tag}`,
      icon: icon('hash'),
      label: `#${tag}`,
      detail: t('{posts, plural, one {# post} other {# posts}}', { posts }),
    })),
    ...pages.map((page) => ({
      href: `/pages/${page.username}`,
      icon: avatar({ ...page, name: page.title }, 'small'),
      label: page.title,
      detail: t('Page'),
    })),
    ...terms.map(({ slug, name }) => ({
      href: `/glossary/${encodeURIComponent(slug)}`,
      icon: icon('book-open'),
      label: name,
      detail: t('Glossary'),
    })),
  ];
  return html`${options.map(
    ({ href, value, icon, label, detail }, index) =>
      html`<li
        class="search-suggestion"
        id="search-suggestion-${index}"
        role="option"
        aria-selected="false"
        ${attributes({ 'data-href': href, 'data-value': value })}
      >
        <span class="search-mark">${icon}</span><span dir="auto">${label}</span>
        <span class="search-detail">${detail}</span>
      </li>`,
  )}`;
}
