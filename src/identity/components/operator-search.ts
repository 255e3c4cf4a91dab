import { t } from '../../web/translation/translate.ts';
import { button } from '../../web/components/controls.ts';
import { selectField } from '../../web/components/fields/choice-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { html, type Html } from '../../web/html.ts';

interface Options {
  /** The URL of the list. */
  action: string;
  /** Label and placeholder of the search field. */
  label: string;
  q?: string | undefined;
  state?: string | undefined;
  /** Labels of the states in the filter. */
  states: Readonly<Record<string, string>>;
  maxlength: number;
}

/** A search field with a state filter, above a list for operators. */
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
      label: t('Filter'),
      hideLabel: true,
      value: state,
      choices: Object.entries(states).map(([value, label]) => ({ value, label })),
    })}
    ${button({ label: t('Search') })}
  </form>`;

/** The URL of the same search with other parameters, such as the next page. */
export const searchHref = (action: string, wanted: object): string => {
  const query = Object.entries(wanted).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  return `${action}?${new URLSearchParams(query).toString()}`;
};
