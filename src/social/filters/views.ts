import { settings } from '../../identity/components/settings-frame.ts';
import { t, formatList } from '../../web/translation/translate.ts';
import { badge, card, emptyState, undoNotice, table, relativeTime } from '../../web/components/surfaces.ts';
import { linkButton } from '../../web/components/controls.ts';
import {
  checkbox,
  checkboxGroup,
  radioGroup,
  selectField,
} from '../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { filterContexts, filtersPath, longestFilterName } from './filters.ts';
import type { Filter, FilterAction, FilterContext } from './filters.ts';

const contextNames = (): Readonly<Record<FilterContext, string>> => ({
  feeds: t('Home, Discover, hashtags and lists'),
  profiles: t('Profiles and pages'),
  search: t('Search results'),
  threads: t('Comments, replies and answers'),
  notifications: t('Notifications'),
});

const actionNames = (): Readonly<Record<FilterAction, string>> => ({
  warn: t('Collapse'),
  hide: t('Hide'),
});

/** The viewer's keyword filters. `deleted`: the id of the one just deleted. */
export const filtersView = (filters: readonly Filter[], deleted?: string): View =>
  settings(
    t('Filters'),
    filtersPath,
    html`${deleted !== undefined && undoNotice(t('Filter deleted'), `${filtersPath}/${deleted}/restore`)}
    ${card({
      title: t('Filters'),
      lead: t('Collapse or hide what contains certain words. Others are not notified.'),
      actions: linkButton({
        label: t('Add filter'),
        href: `${filtersPath}/new`,
        icon: 'plus',
        kind: 'quiet',
      }),
      flush: filters.length > 0,
      body: filters.length > 0 ? filterTable(filters) : nothing(),
    })}`,
  );

const nothing = (): Html =>
  emptyState({
    illustration: 'quiet',
    title: t('No filters yet'),
    text: t('Add words or phrases that you do not want to see, forever or for some days.'),
    action: linkButton({
      label: t('Add filter'),
      href: `${filtersPath}/new`,
      icon: 'plus',
      kind: 'primary',
    }),
  });

const filterTable = (filters: readonly Filter[]): Html =>
  table({
    caption: t('Filters'),
    rows: filters,
    columns: [
      {
        label: t('Filter'),
        main: true,
        cell: ({ id, name }) => html`<a dir="auto" href="${filtersPath}/${id}">${name}</a>`,
      },
      { label: t('Keywords'), cell: ({ keywords }) => html`<span dir="auto">${some(keywords)}</span>` },
      { label: t('Action'), cell: ({ action }) => actionNames()[action] },
      { label: t('Expires'), cell: (filter) => expiryOf(filter) },
    ],
  });

const shownKeywords = 4;

const some = (keywords: readonly string[]): string =>
  keywords.length > shownKeywords
    ? t('{keywords} and {count} more', {
        keywords: keywords.slice(0, shownKeywords).join(', '),
        count: keywords.length - shownKeywords,
      })
    : formatList(keywords);

const expiryOf = ({ expiresAt, hasExpired }: Filter): Html | string =>
  hasExpired ? badge(t('Expired'), 'warning') : expiresAt ? relativeTime(expiresAt) : t('Never');

/** Seconds until a filter expires that the form offers. */
export const expiries = [1800, 3600, 43_200, 86_400, 604_800, 2_592_000] as const;

const expiryNames = (): Readonly<Record<(typeof expiries)[number], string>> => ({
  1800: t('In 30 minutes'),
  3600: t('In 1 hour'),
  43_200: t('In 12 hours'),
  86_400: t('In 1 day'),
  604_800: t('In 1 week'),
  2_592_000: t('In 30 days'),
});

/** The form of a new or existing filter. */
export function filterView(filter: Filter | undefined, state: FormState = {}): View {
  const here = filter ? `${filtersPath}/${filter.id}` : `${filtersPath}/new`;
  const title = filter ? t('Edit filter') : t('New filter');
  return settings(
    title,
    filtersPath,
    html`${card({
      title,
      body: form({
        action: here,
        state,
        submit: filter ? t('Save changes') : t('Add filter'),
        cancel: { label: t('Cancel'), href: filtersPath },
        body: fieldsOf(filter, state),
      }),
    })}
    ${
      filter &&
      card({
        title: t('Delete filter'),
        danger: true,
        lead: t('What it collapsed or hid is shown again.'),
        body: buttonForm({
          to: `${here}/delete`,
          label: t('Delete filter'),
          kind: 'danger',
          icon: 'trash-2',
          confirm: t('Delete {title}?', { title: filter.name }),
        }),
      })
    }`,
  );
}

function fieldsOf(filter: Filter | undefined, state: FormState): Html {
  const typed = state.values;
  const isTyped = typed?.action !== undefined;
  const bound = bind({ ...state, values: { ...(filter && valuesOf(filter)), ...typed } });
  const contexts = isTyped ? (typed.contexts ?? '').split(',') : (filter?.contexts ?? filterContexts);
  const isExpiring = filter?.expiresAt && !filter.hasExpired;
  return html`${textArea({
    ...bound('keywords'),
    label: t('Keywords'),
    hint: t('One word or phrase per line. Case does not matter.'),
    rows: 4,
    required: true,
  })}
  ${textField({
    ...bound('name'),
    label: t('Name'),
    hint: t('Shown in place of what is collapsed. The first keyword if empty.'),
    maxlength: longestFilterName,
    autocomplete: 'off',
    required: false,
  })}
  ${checkbox({
    name: 'whole_word',
    label: t('Match whole words only'),
    hint: t('Then “art” does not match “party”.'),
    checked: isTyped ? Boolean(typed.whole_word) : (filter?.isWholeWord ?? true),
  })}
  ${radioGroup({
    name: 'action',
    label: t('Action'),
    value: typed?.action ?? filter?.action ?? 'warn',
    choices: [
      {
        value: 'warn',
        label: t('Collapse'),
        hint: t('Shows the name of the filter, and the content on request.'),
      },
      { value: 'hide', label: t('Hide'), hint: t('As if it did not exist.') },
    ],
  })}
  ${checkboxGroup({
    name: 'contexts',
    label: t('Applies to'),
    values: contexts,
    error: state.errors?.contexts,
    choices: filterContexts.map((value) => ({ value, label: contextNames()[value] })),
  })}
  ${selectField({
    name: 'expires_in',
    label: t('Expires'),
    value: typed?.expires_in ?? (isExpiring ? 'keep' : ''),
    choices: [
      ...(isExpiring ? [{ value: 'keep', label: t('As set before') }] : []),
      { value: '', label: t('Never') },
      ...expiries.map((value) => ({ value: String(value), label: expiryNames()[value] })),
    ],
  })}`;
}

const valuesOf = ({ name, keywords }: Filter) => ({ name, keywords: keywords.join('\n') });
