import { t } from '../../../kernel/translation/translate.ts';
import { formatNumber } from '../../../kernel/translation/formats.ts';
import { classes, html, type Html } from '../../html.ts';

const weekdays = () => [
  t('Monday'),
  t('Tuesday'),
  t('Wednesday'),
  t('Thursday'),
  t('Friday'),
  t('Saturday'),
  t('Sunday'),
];
const levels = 5;

/** A heat map of the week: a row for each weekday, Monday first, with a count for each of the 24 hours. */
export function heatMap(options: {
  title: string;
  unit: string;
  counts: readonly (readonly number[])[];
}): Html {
  const { title, unit, counts } = options;
  const max = Math.max(0, ...counts.flat());
  return html`<section class="heat-map">
    <h3>${title}</h3>
    <table>
      <caption class="visually-hidden">
        ${title}: ${unit} by weekday and hour
      </caption>
      <thead>
        <tr>
          <td></td>
          ${Array.from(
            { length: 24 },
            (_, hour) =>
              html`<th scope="col">
                <span class="${classes(hour % 6 > 0 && 'visually-hidden')}">${String(hour)}</span>
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${counts.map(
          (row, index) =>
            html`<tr>
              <th scope="row" abbr="${weekdays()[index]}">${weekdays()[index]?.slice(0, 3)}</th>
              ${row.map((count, hour) => cell(count, max, `${weekdays()[index] ?? ''}, ${hour}:00`, unit))}
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function cell(count: number, max: number, when: string, unit: string): Html {
  // Uses the square root, so that one busy hour does not flatten the others.
  const level = count === 0 ? 0 : Math.ceil(Math.sqrt(count / max) * levels);
  return html`<td data-level="${level}" title="${when}: ${formatNumber(count)} ${unit}">
    <span class="visually-hidden">${formatNumber(count)}</span>
  </td>`;
}
