import { badge } from '../components/surfaces.ts';
import { brandSymbol, wordMark } from '../components/brand.ts';
import { iconNames } from '../components/icon-names.ts';
import { icon } from '../components/controls.ts';
import { html, type Html } from '../html.ts';
import type { Brand } from '../product.ts';

const colours = [
  ...[
    'page',
    'surface',
    'sunken',
    'hover',
    'line',
    'line-strong',
    'text',
    'text-quiet',
    'text-faint',
    'inverse',
  ],
  ...['accent', 'accent-strong', 'accent-mark', 'accent-text', 'accent-soft', 'accent-line', 'spark'],
  ...['danger', 'danger-text', 'danger-soft', 'success-text', 'success-soft', 'warning-text', 'warning-soft'],
];

export function foundations(brands: readonly Brand[]): SpecimenGroup {
  return {
    id: 'foundations',
    title: 'Foundations',
    specimens: [
      {
        name: 'wordMark(), sign()',
        what: 'an open square with someone in it; a hop that lands on a dot',
        shown: html`<div class="button-row mark-row">
          ${brands.map(wordMark)} ${brands.map(brandSymbol)}
        </div>`,
      },
      {
        name: 'tokens.css',
        what: 'colors, the same names in light and dark',
        shown: html`<ul class="swatches">
          ${colours.map(
            (name) =>
              html`<li class="swatch">
                <svg class="fill-${name}" width="10" height="10" aria-hidden="true">
                  <rect width="100%" height="100%" /></svg
                >${name}
              </li>`,
          )}
        </ul>`,
      },
      {
        name: '--size-1 … --size-7',
        what: 'six type sizes, and one for landing pages',
        shown: html`<div class="type-scale">
          <p class="size-6">A square for everyone who has something to say</p>
          <p class="size-5">A square for everyone who has something to say</p>
          <p class="size-4">A square for everyone who has something to say</p>
          <p class="size-3">A square for everyone who has something to say</p>
          <p>A square for everyone who has something to say</p>
          <p class="size-1">A square for everyone who has something to say</p>
        </div>`,
      },
      {
        name: '.prose',
        what: 'text written by users',
        shown: html`<div class="prose">
          <p>
            The market opens at seven. <strong>Bring a bag</strong>, and read
            <a href="#foundations">the list of stalls</a> before you go; the one with
            <code>pane di casa</code> sells out first.
          </p>
          <blockquote><p>Latecomers get the stories instead of the bread.</p></blockquote>
          <ul>
            <li>tomatoes, if there are any left</li>
            <li>a kilo of the small potatoes</li>
          </ul>
        </div>`,
      },
      {
        name: 'badge()',
        what: 'a status label',
        shown: html`<div class="button-row">
          ${badge('Draft')} ${badge('New', 'accent')} ${badge('Active', 'success', 'circle-check')}
          ${badge('Expires soon', 'warning', 'clock')} ${badge('Blocked', 'danger', 'shield')}
        </div>`,
      },
      {
        name: 'icon()',
        what: `${iconNames.length} Lucide icons in one sprite`,
        shown: html`<ul class="icon-grid">
          ${iconNames.map((name) => html`<li>${icon(name)}${name}</li>`)}
        </ul>`,
      },
    ],
  };
}

interface Specimen {
  /** Name of the component's function. */
  name: string;
  what: string;
  shown: Html;
}

export interface SpecimenGroup {
  id: string;
  title: string;
  specimens: readonly Specimen[];
}
