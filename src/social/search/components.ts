import { t } from '../../web/translation/translate.ts';
import { button, icon } from '../../web/components/controls.ts';
import { attributes, html, type Html } from '../../web/html.ts';

/**
 * The search box for all content. With scripts it suggests results while typing; the typed text is always the
 * first option.
 */
export const searchBox = ({
  q = '',
  focus = false,
  type,
  found,
}: {
  q?: string;
  focus?: boolean;
  type?: string | undefined;
  /** The words of the results, which scripts mark. */
  found?: string | undefined;
}): Html =>
  html`<form
    class="search-box"
    action="/search"
    method="get"
    role="search"
    data-controller="suggest"
    ${attributes({ 'data-found': found })}
  >
    ${type !== undefined && html`<input type="hidden" name="type" value="${type}" />`}
    <label class="visually-hidden" for="search-box">Search Plaza</label>
    <div class="input-group">
      <span class="input-icon">${icon('search')}</span>
      <input
        class="input"
        ${attributes({
          id: 'search-box',
          name: 'q',
          type: 'search',
          value: q,
          maxlength: 200,
          placeholder: t('Search people, posts, questions …'),
          autocomplete: 'off',
          autocapitalize: 'none',
          spellcheck: 'false',
          enterkeyhint: 'search',
          autofocus: focus,
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': 'false',
          'aria-controls': 'search-suggestions',
          'data-suggest-target': 'input',
          'data-action': 'input->suggest#ask click->suggest#offer keydown->suggest#steer blur->suggest#close',
        })}
      />
    </div>
    ${button({ label: t('Search') })}
    <ul
      class="search-suggestions"
      id="search-suggestions"
      data-suggest-target="list"
      data-action="mousedown->suggest#hold click->suggest#choose"
      hidden
    ></ul>
  </form>`;
