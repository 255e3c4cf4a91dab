import { formatNumber, t } from '../../../web/translation/translate.ts';
import { copyButton, icon } from '../../../web/components/controls.ts';
import { table } from '../../../web/components/surfaces.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { Tool } from '../../tool.ts';

interface Schema {
  title?: string;
  type?: string;
  contentMediaType?: string;
  anyOf?: readonly Schema[];
  items?: { properties?: Record<string, Schema> };
  properties?: Record<string, Schema>;
}

interface File {
  name: string;
  type: string;
  base64: string;
}

/** Maximum rows displayed. The API returns all. */
const maxRows = 500;

/** Maximum characters of a text displayed. Escaping and drawing a megabyte takes long, and nobody reads it. */
const maxShown = 200_000;

/** A tool's result, each field rendered according to its schema. */
export function resultView({ output }: Tool, result: object): Html {
  const values = result as Record<string, unknown>;
  return html`<dl class="tool-values">
    ${Object.entries(output.properties as Record<string, Schema>).map(([name, schema]) => {
      const value = values[name];
      return html`<div class="tool-value">
        <dt>${schema.title}</dt>
        <dd>${part(schema, value)}</dd>
      </div>`;
    })}
  </dl>`;
}

function part(schema: Schema, value: unknown): Html {
  if (value === null || value === undefined || value === '') return html`<span class="quiet">–</span>`;
  const inner = schema.anyOf?.[0] ?? schema;
  if (typeof value === 'boolean')
    return html`<span class="tool-flag">${icon(value ? 'check' : 'x')}${value ? t('Yes') : t('No')}</span>`;
  if (typeof value === 'number') return withCopy(String(value));
  if (typeof value === 'string') return text(inner, value);
  if (Array.isArray(value)) return list(inner, value);
  if (isFile(value)) return file(value);
  return pre(JSON.stringify(value, null, 2));
}

function text({ contentMediaType }: Schema, value: string): Html {
  if (contentMediaType === 'text/x-color') return color(value);
  if (contentMediaType === 'image/svg+xml')
    return file({ name: 'image.svg', type: 'image/svg+xml', base64: Buffer.from(value).toString('base64') });
  return value.includes('\n') || value.length > 120 ? pre(value) : withCopy(value);
}

const color = (value: string): Html =>
  html`<span class="tool-color">
    <svg viewBox="0 0 1 1" aria-hidden="true">
      <rect width="1" height="1" ${attributes({ fill: value })} />
    </svg>
    <code>${value}</code>${copyButton(value)}
  </span>`;

const withCopy = (value: string): Html =>
  html`<span class="tool-line"><code>${value}</code>${copyButton(value)}</span>`;

function pre(value: string): Html {
  if (value.length > maxShown) return beginning(value);
  return html`<div class="tool-text">
    <pre tabindex="0">${value}</pre>
    ${copyButton('')}
  </div>`;
}

/** The first part of a long text, and all of it as a file. */
const beginning = (value: string): Html =>
  html`<div class="tool-text"><pre tabindex="0">${value.slice(0, maxShown)}</pre></div>
    <p class="quiet">The first ${formatNumber(maxShown)} of ${formatNumber(value.length)} characters.</p>
    ${file({ name: 'result.txt', type: 'text/plain;charset=utf-8', base64: Buffer.from(value).toString('base64') })}`;

function list(schema: Schema, values: readonly unknown[]): Html {
  if (values.length === 0) return html`<span class="quiet">None</span>`;
  const [first] = values;
  if (isFile(first))
    return html`<ul class="tool-files">
      ${values.map((each) => isFile(each) && html`<li>${file(each)}</li>`)}
    </ul>`;
  const columns = schema.items?.properties;
  if (!columns) return pre(values.map(String).join('\n'));
  const rows = (values as Record<string, unknown>[]).slice(0, maxRows);
  return html`${table({
    caption: schema.title ?? '',
    rows,
    columns: Object.entries(columns).map(([name, column], index) => ({
      label: column.title ?? name,
      main: index === 0,
      ...((column.type === 'number' || column.type === 'integer') && { align: 'end' as const }),
      cell: (row: Record<string, unknown>) => cell(column, row[name]),
    })),
  })}
  ${values.length > maxRows && html`<p class="quiet">The first ${formatNumber(maxRows)} of ${formatNumber(values.length)} rows.</p>`}`;
}

function cell({ contentMediaType }: Schema, value: unknown): Html {
  if (contentMediaType === 'text/x-color' && typeof value === 'string') return color(value);
  return html`${typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)}`;
}

const isFile = (value: unknown): value is File =>
  typeof value === 'object' && value !== null && 'base64' in value && 'type' in value;

function file({ name, type, base64 }: File): Html {
  const address = `data:${type};base64,${base64}`;
  const isImage = type.startsWith('image/');
  const bytes = Math.floor((base64.length * 3) / 4);
  return html`<figure class="tool-file">
    ${isImage && html`<img src="${address}" alt="Result" />`}
    <figcaption>
      <a class="button quiet" href="${address}" download="${name}" data-turbo="false"
        >${icon('download')}<span>Download ${name}</span></a
      >
      <span class="quiet"
        >${bytes < 10_000 ? t('{bytes} bytes', { bytes }) : t('{round} kB', { round: Math.round(bytes / 1000) })}</span
      >
    </figcaption>
  </figure>`;
}
