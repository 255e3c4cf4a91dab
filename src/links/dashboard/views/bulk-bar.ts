import { timeZoneField } from '../../../web/components/fields/time-zone-field.ts';
import { formatNumber } from '../../../kernel/translation/formats.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { button } from '../../../web/components/button.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { icon } from '../../../web/components/icon.ts';
import type { IconName } from '../../../web/components/icon-names.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../../web/form.ts';
import { attributes, html, nothing, type Html } from '../../../web/html.ts';
import { listAddress } from '../list-query.ts';
import type { LinksPage } from './links-view.ts';

/**
 * Id of the form that the row checkboxes belong to. Rows contain their own forms, and forms cannot be nested.
 */
export const bulkForm = 'bulk';

/** Actions for the selected links. With scripts, it appears when a link is selected. */
export function bulkBar({ query, rows, count, choices, bulk }: LinksPage): Html {
  if (rows.length === 0) return nothing;
  const isAll = count.total > rows.length;
  const all = count.isMore
    ? t('All matching')
    : t('All {total} matching', { total: formatNumber(count.total) });
  return html`<label class="select-page needs-script">
      <input class="checkbox" type="checkbox" data-selection-target="page" data-action="selection#page" />
      Select all on this page
    </label>
    <form
      class="bulk-bar"
      id="${bulkForm}"
      action="/dashboard/bulk"
      method="post"
      aria-label="Selected links"
    >
      <input type="hidden" name="list" value="${listAddress(query).split('?')[1]}" />
      <p class="bulk-count" role="status">
        <span data-selection-target="count">With the selected links:</span>
      </p>
      ${
        isAll &&
        html`<label class="bulk-all"
          ><input class="checkbox" type="checkbox" name="all" data-selection-target="all" />${all}</label
        >`
      }
      <div class="bulk-acts">
        ${panel(t('Tag'), 'tag', tagPanel(choices, bulk), bulk.errors?.tag)}
        ${panel(t('Move'), 'layers', movePanel(choices, bulk), bulk.errors?.channel ?? bulk.errors?.campaign)}
        ${panel(t('Expiry'), 'clock', expiryPanel(bulk), bulk.errors?.expiry ?? bulk.errors?.timezone)}
        ${act('off', t('Turn off'), 'ban')} ${act('on', t('Turn on'), 'zap')}
        ${button({ name: 'act', value: 'export', label: t('Export'), icon: 'download', small: true, data: { 'data-turbo': 'false' } })}
        ${button({ name: 'act', value: 'delete', label: t('Delete'), icon: 'trash-2', small: true, kind: 'danger' })}
      </div>
    </form>`;
}

const act = (value: string, label: string, image?: IconName): Html =>
  button({ name: 'act', value, label, small: true, ...(image && { icon: image }) });

const panel = (label: string, image: IconName, body: Html, error: string | undefined): Html =>
  html`<details class="popover" ${attributes({ open: error !== undefined })}>
    <summary class="button quiet small">${icon(image)}${label}</summary>
    <div class="popover-panel">${body}</div>
  </details>`;

const tagPanel = ({ tags }: LinksPage['choices'], bulk: FormState): Html =>
  html`${textField({ ...bind(bulk)('tag'), id: 'bulk-tag', label: t('Tag'), autocomplete: 'off', maxlength: 50, list: 'known-tags' })}
    <datalist id="known-tags">${tags.map(({ name }) => html`<option value="${name}"></option>`)}</datalist>
    <div class="bulk-pair">${act('tag', t('Add tag'))} ${act('untag', t('Remove tag'))}</div>`;

const movePanel = ({ channels, campaigns }: LinksPage['choices'], bulk: FormState): Html =>
  channels.length === 0 && campaigns.length === 0
    ? html`<p>
        You have no <a href="/dashboard/channels">channels</a> or
        <a href="/dashboard/campaigns">campaigns</a>${' '} yet.
      </p>`
    : html`${group(bulk, 'channel', { label: t('Channel'), verb: t('Add to channel'), things: channels })}
      ${group(bulk, 'campaign', { label: t('Campaign'), verb: t('Add to campaign'), things: campaigns })}`;

const group = (
  bulk: FormState,
  name: 'channel' | 'campaign',
  { label, verb, things }: { label: string; verb: string; things: readonly { id: string; name: string }[] },
): Html =>
  things.length === 0
    ? nothing
    : html`${selectField({
        ...bind(bulk)(name),
        id: `bulk-${name}`,
        label,
        empty: t('Choose one'),
        choices: things.map(({ id, name }) => ({ value: id, label: name })),
      })}
      ${act(name, verb)}`;

const expiryPanel = (bulk: FormState) =>
  html`<div class="planning" ${attributes({ 'data-controller': !bulk.values?.expiry && 'time-zone' })}>
      ${textField({
        ...bind(bulk)('expiry'),
        id: 'bulk-expiry',
        label: t('Expires'),
        type: 'datetime-local',
        hint: t('Leave empty for no expiry.'),
      })}
      ${timeZoneField({ ...bind(bulk)('timezone'), id: 'bulk-timezone' })}
    </div>
    ${act('expiry', t('Set expiry'))}`;
