import { t } from '../../../web/translation/translate.ts';
import { badge, card, emptyState, table, relativeTime } from '../../../web/components/surfaces.ts';
import { button } from '../../../web/components/controls.ts';
import { radioGroup, selectField } from '../../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { settingOf } from '../assessment.ts';
import { entriesPerPage, type StoredEntry } from '../entries.ts';
import type { ListEntry, RuleSetting } from '../rule.ts';
import { rules } from '../rules.ts';
import { operatorView } from './watched.ts';

export type SafetyList = ListEntry['list'];

interface ListsPage {
  now: Date;
  list: SafetyList;
  search: string;
  entries: readonly StoredEntry[];
  /** State of the form that adds entries. */
  state: FormState;
}

export const safetyLists = (): Readonly<Record<SafetyList, { label: string; about: string; hint: string }>> => ({
  domain: { label: t('Blocked domains'), about: t('Blocks the domain and its subdomains.'), hint: t('One per line, such as evil.example. URLs and hosts files also work; text after # is ignored.') },
  keyword: { label: t('Blocked words'), about: t('Blocks URLs that contain one of these.'), hint: t('One per line. Case-insensitive.') },
  brand: { label: t('Brands'), about: t('Names to protect from lookalikes, in addition to well-known brands.'), hint: t('One per line, as in the domain: example for example.com.') },
  trusted: { label: t('Trusted domains'), about: t('Links to these domains and their subdomains are not checked.'), hint: t('One per line, such as example.com.') },
}); // prettier-ignore

/** The operator's lists of domains, keywords and brands. */
export function safetyListsView(page: ListsPage): View {
  const { list, search, entries } = page;
  const { label, about } = safetyLists()[list];
  const last = entries.length === entriesPerPage ? entries.at(-1) : undefined;
  const older = new URLSearchParams({ list, q: search, before: last?.id ?? '' });
  return operatorView(
    label,
    '/operator/lists',
    t('What links may not point to. Applies to new links and changed destinations.'),
    html`${tabs(
      t('List'),
      (Object.keys(safetyLists()) as SafetyList[]).map((key) => ({
        label: safetyLists()[key].label,
        href: `/operator/lists?list=${key}`,
        current: key === list,
      })),
    )}
    ${adder(page)}
    ${card({ title: label, lead: about, actions: finder(list, search), flush: true, body: entryTable(page) })}
    ${olderNewer({ older: last !== undefined && `/operator/lists?${older.toString()}` })}`,
  );
}

function adder({ list, state }: ListsPage): Html {
  const field = bind(state);
  const isBlocking = list === 'domain' || list === 'keyword';
  return card({
    title: t('Add to the list'),
    body: form({
      action: '/operator/lists',
      state,
      submit: t('Add'),
      busyLabel: t('Adding'),
      body: html`<input type="hidden" name="list" value="${list}" />
        ${textArea({ ...field('values'), label: safetyLists()[list].label, hint: safetyLists()[list].hint, rows: 4, mono: true })}
        ${
          isBlocking &&
          radioGroup({
            name: 'outcome',
            label: t('Action'),
            value: state.values?.outcome ?? 'refuse',
            inline: true,
            choices: [
              { value: 'refuse', label: t('Reject') },
              { value: 'hold', label: t('Warn visitors') },
            ],
          })
        }
        ${textField({
          ...field('reason'),
          label: t('Reason'),
          required: false,
          hint: isBlocking ? t('Owners are notified.') : undefined,
          maxlength: 200,
          autocomplete: 'off',
        })}`,
    }),
  });
}

const finder = (list: SafetyList, search: string): Html =>
  html`<form class="search-row" action="/operator/lists" method="get" role="search">
    <input type="hidden" name="list" value="${list}" />
    ${textField({
      name: 'q',
      id: 'find-entry',
      label: t('Find'),
      hideLabel: true,
      type: 'search',
      placeholder: t('Find'),
      value: search,
      icon: 'search',
      autocomplete: 'off',
    })}
    ${button({ label: t('Find') })}
  </form>`;

const entryTable = ({ entries, list, search, now }: ListsPage): Html =>
  table({
    caption: safetyLists()[list].label,
    rows: entries,
    rowId: ({ id }) => `entry-${id}`,
    columns: [
      {
        label: t('Name'),
        main: true,
        cell: ({ value, outcome }) =>
          html`<code>${value}</code> ${outcome === 'hold' && badge(t('Warned'), 'warning')}`,
      },
      { label: t('Reason'), cell: ({ reason }) => reason || '–' },
      {
        label: t('Added'),
        cell: ({ addedBy, addedAt }) =>
          html`${relativeTime(addedAt, now)} ${addedBy !== null && t('by @{addedBy}', { addedBy })}`,
      },
      {
        label: t('Remove'),
        hideLabel: true,
        align: 'end',
        cell: ({ id, value }) =>
          buttonForm({
            to: '/operator/lists/remove',
            label: t('Remove'),
            small: true,
            kind: 'plain',
            fields: { id, list },
            data: { 'aria-label': t('Remove {value}', { value }) },
          }),
      },
    ],
    empty: emptyState({
      illustration: 'quiet',
      title: search ? t('No matching entries') : t('No entries yet'),
      text: search ? t('No entry contains “{search}”.', { search }) : t('Add the first one above.'),
    }),
  });

type NamedRule = keyof ReturnType<typeof rules>;

/** The rules and their settings. */
export const rulesView = (settings: readonly RuleSetting[], state: FormState = {}): View =>
  operatorView(
    t('Rules'),
    '/operator/rules',
    t('Checks for new links and changed destinations, and what happens on a match.'),
    html`${(Object.keys(rules()) as NamedRule[]).map((name) =>
      ruleCard(name, settings, state.values?.rule === name ? state : {}),
    )}`,
  );

function ruleCard(name: NamedRule, settings: readonly RuleSetting[], state: FormState): Html {
  const { title, about, threshold, check } = rules()[name];
  const current = settingOf(name, { settings });
  const choices = [
    { value: 'hold', label: t('Warn visitors until reviewed') },
    { value: 'allow', label: t('Ignore') },
    ...(check ? [{ value: 'refuse', label: t('Reject') }] : []),
  ];
  return card({
    title,
    lead: about,
    body: form({
      action: '/operator/rules',
      state,
      body: html`<input type="hidden" name="rule" value="${name}" />
        <div class="more-fields">
          ${selectField({
            name: 'outcome',
            id: `outcome-${name}`,
            label: t('Matching links'),
            value: state.values?.outcome ?? current.outcome,
            error: state.errors?.outcome,
            choices,
          })}
          ${
            threshold &&
            textField({
              name: 'threshold',
              id: `threshold-${name}`,
              label: t('Threshold in {unit}', { unit: threshold.unit }),
              type: 'number',
              min: 1,
              max: 1000,
              value: state.values?.threshold ?? current.threshold,
              error: state.errors?.threshold,
            })
          }
        </div>
        <p>
          ${button({ label: t('Save'), busyLabel: t('Saving'), data: { 'aria-label': t('Save {title}', { title }) } })}
        </p>`,
    }),
  });
}
