import { t } from '../../../kernel/translation/translate.ts';
import { button } from '../../../web/components/button.ts';
import { icon } from '../../../web/components/icon.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { days } from '../../../kernel/time.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import { utcDay } from '../../clicks/statistics/statistics-range.ts';
import { inZone, rangeKeys, rangeNames } from '../requests/range.ts';
import { hiddenFieldsOf, queryOf, type Selection } from '../filters/selection.ts';

/** Links to the predefined ranges, and a form for custom days. */
export function rangePicker(address: string, selection: Selection): Html {
  const { range } = selection;
  const [from, to] = [inZone(range, range.from), inZone(range, range.to)];
  const lastDay = new Date(to.getTime() - days(1));
  return html`<div class="range-picker">
    ${tabs(
      t('Time'),
      rangeKeys.map((key) => ({
        label: rangeNames()[key],
        href: `${address}?${queryOf(selection, { range: key })}`,
        current: key === range.key,
      })),
    )}
    <details class="more" ${attributes({ open: range.key === undefined })}>
      <summary>${icon('chevron-down')}Custom range</summary>
      <form class="range-form" action="${address}" method="get" data-turbo-frame="_top">
        ${textField({ name: 'from', label: t('From'), type: 'date', value: utcDay(from) })}
        ${textField({ name: 'to', label: t('To (inclusive)'), type: 'date', value: utcDay(lastDay < from ? from : lastDay) })}
        ${textField({ name: 'timezone', label: t('Time zone'), value: range.zone, hint: t('Such as Europe/Berlin') })}
        ${hiddenFieldsOf(selection, ['range', 'from', 'to', 'timezone']).map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        ${button({ label: t('Apply') })}
      </form>
    </details>
  </div>`;
}
