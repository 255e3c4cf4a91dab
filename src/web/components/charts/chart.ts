import { formatNumber, numberFormat } from '../../translation/translate.ts';
import { html, type Html } from '../../html.ts';
import { linePath, roundTop, rounded, shownLabels } from './heat-map.ts';

interface Series {
  name: string;
  /** One value for each label. */
  values: readonly number[];
}

interface ChartOptions {
  /** The chart's name, such as "Clicks a day". */
  title: string;
  /** A sentence that summarizes the chart, for screen readers. */
  summary: string;
  /** The days or hours on the x-axis. */
  labels: readonly string[];
  series: readonly Series[];
  shape?: 'line' | 'bar';
  /** In pixels. */
  height?: number;
}

const foot = 24;
const head = 8;
const gridParts = [0, 0.25, 0.5, 0.75, 1];

/**
 * A time series chart, rendered on the server: it works without scripts and fills its container. Horizontal
 * lengths are percentages, so text and lines keep their size. Hovering shows values. A table below has the
 * numbers.
 */
export function chart(options: ChartOptions): Html {
  const { title, summary, labels, series, shape = 'line', height = 240 } = options;
  const top = roundTop(Math.max(0, ...series.flatMap(({ values }) => values)));
  const plot = height - foot - head;
  return html`<figure class="chart" data-controller="chart">
    <figcaption class="chart-caption">
      <span class="chart-title">${title}</span>
      ${
        series.length > 1 &&
        html`<ul class="chart-legend">
          ${series.map(({ name }, index) => html`<li class="series-${index + 1}">${name}</li>`)}
        </ul>`
      }
    </figcaption>
    <svg class="chart-drawing" width="100%" height="${height}" role="img" aria-label="${title}. ${summary}">
      ${gridParts.map((part) => sideLabel(part, top, plot))} ${gridParts.map((part) => gridLine(part, plot))}
      ${shape === 'line' ? lines(series, top, plot) : bars(series, top, plot)}
      ${shownLabels(labels.length, 5).map((index) => footLabel(labels, index, height, shape))}
      ${labels.map((label, index) => band(label, index, labels.length, series, height, shape))}
    </svg>
    ${numbers(options)}
  </figure>`;
}

function gridY(part: number, plot: number): number {
  return rounded(head + plot * (1 - part));
}

function sideLabel(part: number, top: number, plot: number): Html {
  return html`<text class="chart-label" x="-10" y="${gridY(part, plot) + 4}" text-anchor="end">
    ${compact(top * part)}
  </text>`;
}

function gridLine(part: number, plot: number): Html {
  const y = gridY(part, plot);
  return html`<line
    class="${part === 0 ? 'chart-base' : 'chart-grid'}"
    x1="0"
    x2="100%"
    y1="${y}"
    y2="${y}"
  />`;
}

function lines(series: readonly Series[], top: number, plot: number): Html {
  return html`<svg
    x="0"
    y="${head}"
    width="100%"
    height="${plot}"
    viewBox="0 0 100 100"
    preserveAspectRatio="none"
    overflow="visible"
  >
    ${series.map(
      ({ values }, index) =>
        html`<g class="series-${index + 1}">
          ${index === 0 && html`<path class="chart-area" d="${linePath(values, top)}V100H0Z" />`}
          <path class="chart-line" d="${linePath(values, top)}" />
        </g>`,
    )}
  </svg>`;
}

function bars(series: readonly Series[], top: number, plot: number): Html[] {
  const count = series[0]?.values.length ?? 0;
  const slot = 100 / Math.max(count, 1);
  const width = (slot * 0.72) / Math.max(series.length, 1);
  return series.map(
    ({ values }, index) =>
      html`<g class="series-${index + 1}">
        ${values.map((value, at) => {
          const length = rounded((value / top) * plot);
          const x = rounded(at * slot + slot * 0.14 + index * width);
          return html`<rect
            class="chart-bar"
            x="${x}%"
            y="${rounded(head + plot - length)}"
            width="${rounded(width)}%"
            height="${length}"
            rx="2"
          />`;
        })}
      </g>`,
  );
}

function footLabel(labels: readonly string[], index: number, height: number, shape: 'line' | 'bar'): Html {
  const last = labels.length - 1;
  const x = shape === 'bar' ? ((index + 0.5) / labels.length) * 100 : (index / Math.max(last, 1)) * 100;
  const anchor =
    shape === 'bar' && labels.length < 8
      ? 'middle'
      : index === 0
        ? 'start'
        : index === last
          ? 'end'
          : 'middle';
  const edge = anchor === 'start' ? 0 : anchor === 'end' ? 100 : x;
  return html`<text class="chart-label" x="${rounded(edge)}%" y="${height - 6}" text-anchor="${anchor}"
    >${labels[index]}</text
  >`;
}

/** The horizontal band of one label. Hovering over it shows its values. */
function band(
  label: string,
  index: number,
  count: number,
  series: readonly Series[],
  height: number,
  shape: 'line' | 'bar',
): Html {
  const last = Math.max(count - 1, 1);
  const width = shape === 'bar' ? 100 / count : 100 / last;
  const start = shape === 'bar' ? index * width : Math.max(0, (index - 0.5) * width);
  const end = shape === 'bar' ? start + width : Math.min(100, (index + 0.5) * width);
  const shown = series.map(({ name, values }) => `${name}: ${formatNumber(values[index] ?? 0)}`);
  return html`<rect
    class="chart-band"
    x="${rounded(start)}%"
    y="0"
    width="${rounded(end - start)}%"
    height="${height - foot}"
    data-chart-target="band"
  >
    <title>${[label, ...shown].join('\n')}</title>
  </rect>`;
}

function numbers({ labels, series }: ChartOptions): Html {
  return html`<details class="chart-numbers">
    <summary>Show data</summary>
    <div class="chart-table" tabindex="0" role="group" aria-label="Data table">
      <table class="table compact">
        <thead>
          <tr>
            <th scope="col">When</th>
            ${series.map(({ name }) => html`<th class="end" scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${labels.map(
            (label, index) =>
              html`<tr>
                <th scope="row">${label}</th>
                ${series.map(({ values }) => html`<td class="end">${formatNumber(values[index] ?? 0)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

const compactNumber = numberFormat({ notation: 'compact', maximumFractionDigits: 1 });

function compact(value: number): string {
  return compactNumber.format(value);
}
