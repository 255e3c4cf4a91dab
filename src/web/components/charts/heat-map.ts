import { formatNumber, t } from '../../translation/translate.ts';
import { classes, html, type Html } from '../../html.ts';

/** Names of the days of the week, Monday first. */
export const weekdays = () => [
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

/** The next round number at or above `value` that four steps divide into whole numbers. */
export function roundTop(value: number): number {
  if (value <= 20) return Math.max(Math.ceil(value / 4) * 4, 4);
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 6, 8, 10].map((step) => step * power).find((top) => top >= value) ?? value;
}

/** A line through the values in a box of 100 by 100, with zero at the bottom. */
export function linePath(values: readonly number[], top: number): string {
  const last = Math.max(values.length - 1, 1);
  const points = values.map(
    (value, index) => `${rounded((index / last) * 100)} ${rounded(100 - (value / top) * 100)}`,
  );
  return `M${points.join('L')}`;
}

/** Selects at most `max` of `count` labels, evenly spaced, including the first and the last. */
export function shownLabels(count: number, max: number): number[] {
  if (count <= max) return Array.from({ length: count }, (_, index) => index);
  // Even spacing would put labels side by side here, so every other label is shown, up to the last.
  if (count < 2 * max)
    return Array.from({ length: Math.ceil(count / 2) }, (_, i) => i * 2 + ((count - 1) % 2));
  return Array.from({ length: max }, (_, index) => Math.round((index * (count - 1)) / (max - 1)));
}

export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
