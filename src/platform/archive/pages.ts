import { formatNumber, t } from '../../web/translation/translate.ts';
import { currentLanguage, directionOf } from '../../web/translation/languages.ts';
import { timeText } from '../../web/components/surfaces.ts';
import { html, type Fragment, type Html } from '../../web/html.ts';
import type { ArchiveRow, ArchiveSection } from './section.ts';

export interface ArchiveTitle {
  /** Such as "Plaza". */
  service: string;
  /** The owner's name. */
  owner: string;
  madeAt: Date;
}

/** Rows per page. */
export const rowsOnPage = 200;

export const pageName = (section: Pick<ArchiveSection, 'name'>, number: number) =>
  number === 1 ? `${section.name}.html` : `${section.name}-${number}.html`;

/** The index page of an archive: its sections with their numbers of entries. */
export const indexPage = (title: ArchiveTitle, sections: readonly (ArchiveSection & { count: number })[]) =>
  document(
    title,
    t('Overview'),
    html`<h1>${title.owner} at ${title.service}</h1>
      <p>
        All data of this account at ${title.service} on
        <time datetime="${title.madeAt.toISOString()}">${timeText(title.madeAt)}</time>. These pages show the
        JSON files in the “data” folder; images and other files are in the “files” folder. Times are in UTC.
        Passwords and keys are not included.
      </p>
      <ul class="sections">
        ${sections.map(
          (section) =>
            html`<li>
              <a href="${pageName(section, 1)}">${section.title}</a> (${formatNumber(section.count)})
              <p>${section.about} <a href="data/${section.name}.json">JSON</a></p>
            </li>`,
        )}
      </ul>`,
  );

/** One page of a section. */
export function sectionPage(
  title: ArchiveTitle,
  section: ArchiveSection,
  { rows, number, isLast }: { rows: readonly ArchiveRow[]; number: number; isLast: boolean },
): string {
  const older = !isLast && html`<a href="${pageName(section, number + 1)}">Next page</a>`;
  const newer = number > 1 && html`<a href="${pageName(section, number - 1)}">Previous page</a>`;
  return document(
    title,
    section.title,
    html`<nav><a href="index.html">Overview</a></nav>
      <h1>${section.title}</h1>
      <p>${section.about}</p>
      ${rows.map((row) => html`<article>${fields(row, section.files ?? [])}</article>`)}
      ${rows.length === 0 && html`<p>No entries.</p>`}
      <nav>${newer} ${older}</nav>`,
  );
}

const document = ({ service }: ArchiveTitle, title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="${currentLanguage()}" dir="${directionOf(currentLanguage())}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} – ${service}</title>
        <link rel="stylesheet" href="style.css" />
      </head>
      <body>
        ${body}
      </body>
    </html> `.text;

const fields = (row: ArchiveRow, files: readonly string[]): Html =>
  html`<dl>
    ${Object.entries(row).map(
      ([key, value]) =>
        html`<dt>${labelOf(key)}</dt>
          <dd>${files.includes(key) ? filesIn(value) : shown(value)}</dd>`,
    )}
  </dl>`;

/** "writtenAt" → "Written at" */
const labelOf = (key: string): string => {
  const words = key.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function shown(value: unknown): Fragment {
  if (typeof value === 'boolean') return value ? t('Yes') : 'No';
  if (typeof value === 'string') return textOf(value);
  if (typeof value === 'number') return value;
  if (Array.isArray(value))
    return html`<ul>
      ${value.map((each) => html`<li>${shown(each)}</li>`)}
    </ul>`;
  return typeof value === 'object' && value !== null ? fields(value as ArchiveRow, []) : null;
}

const isTime = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/;
const isPicture = /^data:image\/png;base64,[A-Za-z0-9+/=]+$/;
const isAddress = /^https?:\/\/\S+$/;

function textOf(text: string): Html {
  if (isTime.test(text)) return html`<time datetime="${text}">${text}</time>`;
  if (isPicture.test(text)) return html`<img src="${text}" alt="" />`;
  if (isAddress.test(text)) return html`<a href="${text}" rel="noreferrer">${text}</a>`;
  return html`<span class="text" dir="auto">${text}</span>`;
}

function filesIn(value: unknown): Fragment {
  if (typeof value === 'string') return fileLink(value, '');
  return (value as { file?: string; description?: string }[]).map(
    ({ file, description = '' }) => file !== undefined && fileLink(file, description),
  );
}

function fileLink(path: string, description: string): Html {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const content = /\.(webp|jpg|png|gif|avif)$/.test(path)
    ? html`<img src="${path}" alt="${description}" loading="lazy" />`
    : html`${description || name}`;
  return html`<a class="file" href="${path}">${content}</a>`;
}

export const archiveStyle = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
article { border-top: 1px solid; padding: 0.75rem 0; }
dl { margin: 0; } dt { font-weight: 600; } dd { margin: 0 0 0.25rem 1rem; }
.text { white-space: pre-wrap; }
img { max-width: 100%; max-height: 24rem; }
nav { display: flex; gap: 1rem; margin: 1rem 0; }
`;
