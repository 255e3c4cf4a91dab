import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../kernel/project-folder.ts';
import type { ResolvedDesign } from './design.ts';
import { type Font, type Ground, type Palette, patternShare, type ButtonShape } from './themes.ts';

/** Stacks of system fonts, so that no fonts are downloaded. */
export const families: Readonly<Record<Font, string>> = {
  sans: "ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans',sans-serif",
  humanist: "Optima,Candara,Seravek,'Gill Sans Nova','Noto Sans',Ubuntu,Calibri,sans-serif",
  serif: "'Iowan Old Style','Palatino Linotype',Palatino,'URW Palladio L',P052,'Noto Serif',serif",
  rounded:
    "ui-rounded,'Hiragino Maru Gothic ProN',Quicksand,Comfortaa,Manjari,'Arial Rounded MT Bold',Nunito,sans-serif",
  slab: "Rockwell,'Rockwell Nova','Roboto Slab','DejaVu Serif','Sitka Small',serif",
  mono: "ui-monospace,'SF Mono','Cascadia Code',Menlo,Consolas,'DejaVu Sans Mono',monospace",
};

/** Corner radii of buttons and of larger elements. */
const corners: Readonly<Record<ButtonShape, [string, string]>> = {
  pill: ['2.5rem', '1.5rem'],
  round: ['.875rem', '.875rem'],
  square: ['0', '0'],
  leaf: ['1.75rem .375rem', '1.75rem .375rem'],
};

const pattern = `color-mix(in srgb,var(--line) ${patternShare * 100}%,var(--page))`;
const backgrounds: Readonly<Record<Ground, string>> = {
  plain: 'var(--page)',
  gradient: 'linear-gradient(165deg,var(--page),var(--page2))',
  glow:
    'radial-gradient(70% 45% at 0 0,var(--page2),transparent),' +
    'radial-gradient(80% 50% at 100% 100%,var(--page2),transparent)',
  dots: `radial-gradient(${pattern} 2px,transparent 2.5px) 0 0/22px 22px`,
  grid: `linear-gradient(${pattern} 1px,transparent 1px) 0 0/28px 28px,linear-gradient(90deg,${pattern} 1px,transparent 1px) 0 0/28px 28px`,
};

const base = ['bio-page', 'bio-page-forms']
  .map((name) => minifyCss(readFileSync(join(projectFolder, `browser/styles/links/${name}.css`), 'utf8')))
  .join('');

/** Returns the style sheet of a page, and the CSP source that allows it. */
export function styleSheet(design: ResolvedDesign): { css: string; source: string } {
  const { light, dark, font, shape, ground } = design;
  const [corner, card] = corners[shape];
  const css =
    `:root{color-scheme:light dark;${colors(light)}--font:${families[font]};--ground:${backgrounds[ground]};` +
    `--corner:${corner};--corner-card:${card}}@media(prefers-color-scheme:dark){:root{${colors(dark)}}}${base}`;
  return { css, source: `'sha256-${hash('sha256', css, 'base64')}'` };
}

const colors = ({ page, page2, text, quiet, button, onButton, line }: Palette): string =>
  `--page:${page};--page2:${page2};--text:${text};--quiet:${quiet};--button:${button};--on-button:${onButton};--line:${line};`;

/**
 * Removes comments and insignificant white space. Safe because the file has no strings that contain either.
 */
function minifyCss(css: string): string {
  const [start = '', ...afterOpening] = css.split('/*');
  return [start, ...afterOpening.map((part) => part.slice(part.indexOf('*/') + 2))]
    .join('')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(/: /g, ':')
    .replaceAll(';}', '}')
    .trim();
}
