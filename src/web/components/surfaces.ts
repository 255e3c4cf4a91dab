import { html, type Fragment, type Html, attributes, classes, trusted } from '../html.ts';
import { icon } from './controls.ts';
import { buttonForm } from '../form.ts';
import { t, dateFormat } from '../translation/translate.ts';
import type { IconName } from './icon-names.ts';
import { currentLanguage } from '../translation/languages.ts';
import { toLocal } from '../../kernel/time.ts';
import { relativeText } from '../../../browser/relative-time.ts';

/** The page's heading with its actions. Required on every view. */
export function pageHeader(options: {
  title: string;
  lead?: Fragment;
  actions?: Fragment;
  above?: Fragment;
}): Html {
  return html`<header class="page-header">
    ${options.above}
    <div class="page-header-row">
      <h1>${options.title}</h1>
      ${options.actions && html`<div class="page-actions">${options.actions}</div>`}
    </div>
    ${options.lead && html`<p class="lead">${options.lead}</p>`}
  </header>`;
}

interface CardOptions {
  title?: string;
  /** A sentence under the title. */
  lead?: Fragment;
  actions?: Fragment;
  body: Fragment;
  footer?: Fragment;
  /** Removes the body's padding, for tables, lists and pictures. */
  flush?: boolean;
  /** For destructive or irreversible actions. */
  danger?: boolean;
  id?: string;
}

/** A self-contained section of a page. Its title is an `<h2>`. */
export function card(options: CardOptions): Html {
  const { title, lead, actions, body, footer, id } = options;
  return html`<section
    class="${classes('card', options.flush && 'flush', options.danger && 'danger')}"
    ${attributes({ id })}
  >
    ${
      (title ?? actions) &&
      html`<header class="card-header">
        <div>${title && html`<h2>${title}</h2>`}${lead && html`<p class="lead">${lead}</p>`}</div>
        ${actions && html`<div class="card-actions">${actions}</div>`}
      </header>`
    }
    <div class="card-body">${body}</div>
    ${footer && html`<footer class="card-footer">${footer}</footer>`}
  </section>`;
}

export interface Column<Row> {
  label: string;
  cell: (row: Row) => Fragment;
  /** The sort key. Makes the header a link. */
  sort?: string;
  /** Numbers use `end`, so their digits align. */
  align?: 'start' | 'end';
  /** Whether the column names its row: the row's header, and the card's heading on phones. */
  main?: boolean;
  /** Hides the label visually, as above a column of buttons. */
  hideLabel?: boolean;
  /** Whether phones leave it out, because the page of the row says it too. */
  isWideOnly?: boolean;
}

interface TableOptions<Row> {
  /** Description of the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  sort?: { by: string; descending: boolean; href: (by: string, descending: boolean) => string };
  /** Shown instead of an empty table. */
  empty?: Html;
  /** Narrow enough to remain a table on phones. */
  isCompact?: boolean;
  /** Returns an element id for a row, so that a stream can replace it. */
  rowId?: (row: Row) => string;
}

/** A table whose rows become cards on narrow screens. */
export function table<Row>(options: TableOptions<Row>): Html {
  const { caption, columns, rows, sort, empty, rowId, isCompact } = options;
  if (rows.length === 0 && empty) return empty;
  return html`<div class="table-frame">
    <table class="${classes('table', isCompact && 'compact')}">
      <caption class="visually-hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((column) => header(column, sort))}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr ${attributes({ id: rowId?.(row) })}>
              ${columns.map((column) => cell(column, row))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function header<Row>(column: Column<Row>, sort: TableOptions<Row>['sort']): Html {
  const label = column.hideLabel ? html`<span class="visually-hidden">${column.label}</span>` : column.label;
  const isSorted = sort !== undefined && column.sort === sort.by;
  const entries = {
    scope: 'col',
    class: classes(column.align === 'end' && 'end'),
    'aria-sort': isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined,
  };
  if (!sort || column.sort === undefined) return html`<th ${attributes(entries)}>${label}</th>`;
  const image = !isSorted ? 'chevrons-up-down' : sort.descending ? 'arrow-down' : 'arrow-up';
  // The first press sorts in descending order, as is usual for numbers and dates. The next one reverses it.
  const href = sort.href(column.sort, isSorted ? !sort.descending : true);
  return html`<th ${attributes(entries)}><a class="sort" href="${href}">${label}${icon(image)}</a></th>`;
}

function cell<Row>(column: Column<Row>, row: Row): Html {
  const content = column.cell(row);
  if (column.main) return html`<th class="main-cell" scope="row">${content}</th>`;
  const entries = {
    class: classes(
      column.align === 'end' && 'end',
      column.hideLabel && 'unlabelled',
      column.isWideOnly && 'wide-only',
    ),
    'data-label': column.hideLabel ? undefined : column.label,
  };
  return html`<td ${attributes(entries)}>${content}</td>`;
}

const icons = {
  neutral: 'info',
  accent: 'info',
  success: 'circle-check',
  warning: 'triangle-alert',
  danger: 'circle-alert',
} as const;

/** An important message within the page. */
export function notice(options: { title?: string; body: Fragment; tone?: Tone }): Html {
  const tone = options.tone ?? 'neutral';
  return html`<div class="notice" data-tone="${tone}">
    ${icon(icons[tone])}
    <div>${options.title && html`<p class="notice-title">${options.title}</p>`}${options.body}</div>
  </div>`;
}

/** Says that something was deleted, such as “List deleted”, and offers to restore it by a POST to `path`. */
export const undoNotice = (title: string, path: string, text?: string): Html =>
  notice({
    title,
    body: html`${text !== undefined && html`<p>${text}</p>`}
    ${buttonForm({ to: path, label: t('Undo'), icon: 'undo-2', small: true })}`,
  });

/** A placeholder for an empty list: explains what will appear, with one next action. */
export function emptyState(options: {
  illustration: IllustrationName;
  title: string;
  text: Fragment;
  action?: Html;
}): Html {
  return html`<div class="empty">
    ${illustration(options.illustration)}
    <h2>${options.title}</h2>
    <p>${options.text}</p>
    ${options.action && html`<div class="empty-action">${options.action}</div>`}
  </div>`;
}

// Drawn in the style of the word marks: round caps, open squares, hops, and one dot in a warm color.
const drawings = {
  posts:
    '<rect class="paper" x="30" y="22" width="100" height="68" rx="14"/><path class="pen soft" d="M50 46h44M50 62h60"/>' +
    '<path class="pen" d="M58 90v16l18-16"/><circle class="spark" cx="112" cy="46" r="6"/>',
  links:
    '<path class="pen soft" d="M16 98h128"/><path class="pen" d="M22 92c4-50 52-58 60-6M82 86c4-28 34-30 38 0"/>' +
    '<circle class="spark" cx="121" cy="94" r="6"/><rect class="paper" x="10" y="90" width="26" height="16" rx="8"/>',
  people:
    '<rect class="paper" x="26" y="20" width="108" height="84" rx="20"/><circle class="pen" cx="60" cy="52" r="11"/>' +
    '<circle class="pen soft" cx="100" cy="52" r="11"/><path class="pen" d="M42 88c2-20 34-20 36 0"/>' +
    '<path class="pen soft" d="M82 88c2-20 34-20 36 0"/><circle class="spark" cx="80" cy="34" r="5"/>',
  search:
    '<circle class="paper" cx="72" cy="56" r="36"/><circle class="pen" cx="72" cy="56" r="36"/><path class="pen" d="M99 83l24 24"/>' +
    '<path class="pen soft" d="M56 50h20M56 64h32"/><circle class="spark" cx="88" cy="50" r="5"/>',
  chart:
    '<path class="pen soft" d="M22 102h116M22 76h116M22 50h116"/><rect class="paper" x="34" y="70" width="18" height="32" rx="5"/>' +
    '<rect class="paper" x="66" y="52" width="18" height="50" rx="5"/><rect class="paper" x="98" y="34" width="18" height="68" rx="5"/>' +
    '<path class="pen" d="M30 62c26-2 30-26 52-28s26-10 46-16"/><circle class="spark" cx="130" cy="18" r="6"/>',
  quiet:
    '<path class="pen soft" d="M20 100h120"/><path class="paper" d="M44 100c0-44 14-66 36-66s36 22 36 66z"/>' +
    '<path class="pen" d="M44 100c0-44 14-66 36-66s36 22 36 66M80 34V22"/><circle class="spark" cx="80" cy="78" r="6"/>',
  lost:
    '<rect class="paper" x="24" y="24" width="112" height="76" rx="16"/><path class="pen soft" d="M24 46h112"/>' +
    '<path class="pen" d="M52 84c2-26 28-28 32-4M84 80c2-12 14-13 17-2"/><circle class="spark" cx="122" cy="112" r="6"/>',
} as const;

type IllustrationName = keyof typeof drawings;

/** A small illustration for an empty page. Decorative beside its text. */
export function illustration(name: IllustrationName): Html {
  return html`<svg class="illustration" width="160" height="124" viewBox="0 0 160 124" aria-hidden="true">
    ${trusted(drawings[name])}
  </svg>`;
}

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

/** A label for a state. The color only emphasizes the text. */
export function badge(label: string, tone: Tone = 'neutral', image?: IconName): Html {
  return html`<span class="badge" data-tone="${tone}">${image && icon(image)}${label}</span>`;
}

/** A button that unfolds the form below it, for what is rarely done and needs a reason. Works without scripts. */
export const unfold = (options: { label: string; isOpen: boolean; body: Fragment }): Html =>
  html`<details class="unfold" ${attributes({ open: options.isOpen })}>
    <summary class="button quiet small">${options.label}</summary>
    ${options.body}
  </details>`;

/**
 * A relative time. The browser updates it, and adds the exact time on hover, in the reader's language and time
 * zone. `isBrief`: without “ago”, for narrow spaces.
 */
export function relativeTime(moment: Date, now: Date = new Date(), { isBrief = false } = {}): Html {
  return html`<time class="${isBrief ? 'relative brief' : 'relative'}" datetime="${toSeconds(moment)}"
    >${relativeText(moment, now, currentLanguage(), isBrief)}</time
  >`;
}

const toSeconds = (moment: Date) => `${moment.toISOString().slice(0, 19)}Z`;

const dayFormat = dateFormat({ dateStyle: 'long' });

const shortFormat = dateFormat({ dateStyle: 'medium' });

/** A short date on one line, for tables: 3 Nov 2026. */
export function shortDay(moment: Date): Html {
  const text = shortFormat.format(moment).replaceAll(' ', '\u00a0');
  return html`<time datetime="${moment.toISOString().slice(0, 10)}">${text}</time>`;
}

/** The text of a short date, for sentences and charts: 3 Nov 2026. */
export const shortDayText = (moment: Date): string => shortFormat.format(moment);

const timeFormat = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** The text of a date and time in a zone, without its name: 3 Nov 2026, 14:05. */
export const timeText = (moment: Date, zone = 'UTC'): string => timeFormat.format(toLocal(moment, zone));

/** A date, such as 3 November 2026. */
export function day(moment: Date): Html {
  return html`<time datetime="${moment.toISOString().slice(0, 10)}">${dayFormat.format(moment)}</time>`;
}
