import { html, trusted, type Html } from '../html.ts';
import type { Brand, Product } from '../product.ts';

/** The operator's logo and name in the place of the product's word mark, if there are any. */
export function brandMark({ brand, own = {} }: Pick<Product, 'brand' | 'own'>): Html {
  const { name, logo } = own;
  if (name === undefined && logo === undefined) return wordMark(brand);
  return html`<span class="own-mark">
    ${logo === undefined ? brandSymbol(brand) : html`<img src="${logo}" alt="${name === undefined ? brand.name : ''}" height="32" />`}
    ${name !== undefined && html`<b dir="auto">${name}</b>`}
  </span>`;
}

/** The product's word mark. */
export function wordMark({ name, letters: { path, width, dot } }: Brand): Html {
  return html`<svg
    class="word-mark"
    width="${width}"
    height="40"
    viewBox="0 0 ${width} 40"
    role="img"
    aria-label="${name}"
  >
    <path d="${path}" />
    <circle cx="${dot.x}" cy="${dot.y}" r="3.3" />
  </svg>`;
}

/** The product's symbol: its first letter on a tile. */
export function brandSymbol(brand: Brand): Html {
  return trusted(
    tile(brand).replace('<svg ', `<svg class="sign" width="32" height="32" aria-hidden="true" `),
  );
}

/**
 * The symbol as an SVG file for phones, which cut icons into shapes of their own: the ground reaches the edges, and
 * the letter stays within the circle that every shape has.
 */
export const maskableTile = (brand: Brand): string =>
  tile(brand)
    .replace(' rx="8"', '')
    .replace('<path', '<g transform="translate(4.8 4.8) scale(0.7)"><path')
    .replace('</svg>', '</g></svg>');

/** The symbol as an SVG file: the favicon. */
export function tile({ tile: { ground, letter, x, y } }: Brand): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    `<rect width="32" height="32" rx="8" fill="${ground}"/>`,
    `<path d="${letter}" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/>`,
    `<circle cx="${x}" cy="${y}" r="2.4" fill="#ffbf47"/>`,
    '</svg>',
  ].join('');
}
