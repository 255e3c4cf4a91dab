import { t } from '../../../kernel/translation/translate.ts';
import { button } from '../../../web/components/button.ts';
import { selectField, type Choice } from '../../../web/components/fields/choice-field.ts';
import { icon } from '../../../web/components/icon.ts';
import { html, nothing, type Html } from '../../../web/html.ts';
import type { FilterName } from '../filters/filters.ts';
import { hiddenFieldsOf, type Selection } from '../filters/selection.ts';

export interface LinkGroups {
  tags: readonly { name: string }[];
  campaigns: readonly { id: string; name: string }[];
  channels: readonly { id: string; name: string }[];
}

/** A menu of filters by link group. Omitted if there are no groups. */
export function filterMenu(address: string, selection: Selection, groups: LinkGroups): Html {
  const byId = (entries: readonly { id: string; name: string }[]): Choice[] =>
    entries.map(({ id, name }) => ({ value: id, label: name }));
  const fields = [
    { name: 'tag', label: t('Tag'), choices: groups.tags.map(({ name }) => ({ value: name, label: name })) },
    { name: 'campaign', label: t('Campaign'), choices: byId(groups.campaigns) },
    { name: 'channel', label: t('Channel'), choices: byId(groups.channels) },
  ].filter(({ choices }) => choices.length > 0);
  if (fields.length === 0) return nothing;
  const chosen = (name: string) =>
    selection.applied.find((filter) => filter.name === (name as FilterName))?.value ?? '';
  const asked = fields.map(({ name }) => name);
  return html`<form class="filter-bar" action="${address}" method="get">
    ${hiddenFieldsOf(selection, asked).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <details class="popover">
      <summary class="button quiet">${icon('funnel')}Filter</summary>
      <div class="popover-panel filter-fields">
        ${fields.map(({ name, label, choices }) =>
          selectField({
            name,
            label,
            id: `filter-${name}`,
            empty: t('Any'),
            value: chosen(name),
            choices,
          }),
        )}
        ${button({ label: t('Apply filters'), kind: 'primary' })}
      </div>
    </details>
  </form>`;
}
