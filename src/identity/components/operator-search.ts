import { t } from '../../kernel/translation/translate.ts';
import { button } from '../../web/components/button.ts';
import { selectField } from '../../web/components/fields/choice-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { html, type Html } from '../../web/html.ts';

interface Options {
  /** The page with the list. */
  action: string;
  /** The expected input: also the placeholder. */
  label: string;
  q?: string | undefined;
  state?: string | undefined;
  /** Names of the states to choose from. */
  states: Readonly<Record<string, string>>;
  maxlength: number;
}

/** A search field with a choice of states, above a list that operators look through. */
export const operatorSearch = ({ action, label, q, state, states, maxlength }: Options): Html =>
  html`<form class="search-row" action="${action}" method="get" role="search">
    ${textField({
      name: 'q',
      label,
      hideLabel: true,
      type: 'search',
      icon: 'search',
      placeholder: label,
      value: q,
      maxlength,
    })}
    ${selectField({
      name: 'state',
      label: t('Which'),
      hideLabel: true,
      value: state,
      choices: Object.entries(states).map(([value, label]) => ({ value, label })),
    })}
    ${button({ label: t('Search') })}
  </form>`;

/** The address of the same search, such as of its next page. */
export const searchHref = (action: string, wanted: object): string => {
  const query = Object.entries(wanted).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  return `${action}?${new URLSearchParams(query).toString()}`;
};
