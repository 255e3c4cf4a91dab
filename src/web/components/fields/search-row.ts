import { html, type Html } from '../../html.ts';
import { t } from '../../translation/translate.ts';
import { button } from '../controls.ts';
import { textField } from './text-field.ts';

/** A search field with its button, above a list. `hidden` is the rest of the list's query. */
export const searchRow = (options: {
  /** The URL of the list. */
  action: string;
  label: string;
  /** Other than the label. */
  placeholder?: string;
  q: string | undefined;
  maxlength: number;
  hidden?: Readonly<Record<string, string>>;
}): Html =>
  html`<form class="search-row" action="${options.action}" method="get" role="search">
    ${Object.entries(options.hidden ?? {}).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${textField({
      name: 'q',
      label: options.label,
      hideLabel: true,
      type: 'search',
      icon: 'search',
      placeholder: options.placeholder ?? options.label,
      value: options.q,
      maxlength: options.maxlength,
    })}
    ${button({ label: t('Search') })}
  </form>`;
