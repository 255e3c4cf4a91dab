import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from '../../kernel/content-hash.ts';
import { projectFolder } from '../../kernel/project-folder.ts';
import { html, trusted, type Html } from '../html.ts';
import type { IconName } from './icon-names.ts';

const spriteFile = join(projectFolder, 'browser/icons.svg');
const sprite = readFileSync(spriteFile, 'utf8');

/** The URL of the sprite. Short, because a page names it hundreds of times. */
export const spriteUrl = `/assets/${contentHash(sprite)}`;
const address = trusted(spriteUrl);
const drawn = new Map<string, Html>();

/**
 * An icon beside text, hidden from screen readers. An icon without text needs a `label`, which is read out.
 */
export function icon(name: IconName, label?: string): Html {
  const key = `${name} ${label ?? ''}`;
  const known = drawn.get(key);
  if (known) return known;
  const created =
    label === undefined
      ? trusted(`<svg class="icon" aria-hidden="true"><use href="${spriteUrl}#${name}"/></svg>`)
      : html`<svg class="icon" role="img" aria-label="${label}"><use href="${address}#${name}" /></svg>`;
  if (label === undefined) drawn.set(key, created);
  return created;
}

/** An icon without attributes, inside of what has a name of its own or is hidden from screen readers. */
export const bareIcon = (name: IconName): Html => trusted(`<svg><use href="${spriteUrl}#${name}"/></svg>`);

/** The shapes of an icon in a 24 by 24 box, for drawings outside of pages. */
export function iconShapes(name: IconName): string {
  const symbols = readFileSync(spriteFile, 'utf8').split('<symbol ');
  const symbol = symbols.find((each) => each.startsWith(`id="${name}"`)) ?? '';
  return symbol.slice(symbol.indexOf('>') + 1, symbol.indexOf('</symbol>'));
}
