import { attributes, classes, html, type AttributeValue, type Html, trusted } from '../html.ts';
import type { IconName } from './icon-names.ts';
import { inSentence, t } from '../translation/translate.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from '../../kernel/content-hash.ts';
import { projectFolder } from '../../kernel/project-folder.ts';

/** `primary` once per view, `quiet` for the rest, `danger` for destructive actions, `plain` within text. */
export type ButtonKind = 'primary' | 'quiet' | 'danger' | 'plain';

interface ButtonAppearance {
  kind?: ButtonKind;
  icon?: IconName;
  small?: boolean;
  /** Fills the width of its container. */
  wide?: boolean;
  /** Additional attributes, such as `data-action` or `data-shortcut`. */
  data?: Readonly<Record<string, AttributeValue>>;
}

export interface ButtonOptions extends ButtonAppearance {
  label: string;
  type?: 'submit' | 'button';
  name?: string;
  value?: string;
  disabled?: boolean;
  /** Label with a spinner while the form is submitting, such as "Saving". */
  busyLabel?: string;
  /** Submits the form to this URL instead of the form's own. */
  action?: string;
}

/** A button. Submits its form unless `type` is `button`. */
export function button(options: ButtonOptions): Html {
  const { icon: image, label, busyLabel } = options;
  return html`<button
    class="${appearance(options)}"
    ${control(options)}
    ${attributes({ 'data-turbo-submits-with': busyLabel })}
  >
    ${image && icon(image)}<span>${label}</span>
  </button>`;
}

/** A link that looks like a button. */
export function linkButton(options: ButtonAppearance & { label: string; href: string }): Html {
  const { icon: image, label, href, data } = options;
  return html`<a class="${appearance(options)}" href="${href}" ${attributes({ ...data })}
    >${image && icon(image)}<span>${label}</span></a
  >`;
}

/** A button with only an icon. `label` is its accessible name and tooltip. */
export function iconButton(options: Omit<ButtonOptions, 'icon' | 'busyLabel'> & { icon: IconName }): Html {
  const { icon: image, label, small, kind } = options;
  const shape = classes('icon-button', small && 'small', kind === 'danger' && 'danger');
  return html`<button class="${shape}" ${control(options)} aria-label="${label}" title="${label}">
    ${icon(image)}
  </button>`;
}

function control(
  options: Pick<ButtonOptions, 'type' | 'name' | 'value' | 'disabled' | 'action' | 'data'>,
): Html {
  return attributes({
    type: options.type ?? 'submit',
    name: options.name,
    value: options.value,
    disabled: options.disabled,
    formaction: options.action,
    ...options.data,
  });
}

function appearance(options: ButtonAppearance): string {
  return classes('button', options.kind ?? 'quiet', options.small && 'small', options.wide && 'wide');
}

/**
 * Copies a text and confirms it. The text must also be visible for browsers without scripts; `copyField`
 * shows it. An empty text stands for that of the element before the button, so that a long one is sent once.
 */
export function copyButton(text: string, label = t('Copy')): Html {
  return html`<button
    class="copy needs-script"
    type="button"
    data-copy="${text}"
    aria-label="${label}"
    title="${label}"
  >
    ${icon('copy')}${icon('check')}
  </button>`;
}

/** A text to copy, such as a key or a short link. */
export function copyField(options: { label: string; text: string }): Html {
  return html`<div class="copy-field">
    <code tabindex="0" role="group" aria-label="${options.label}">${options.text}</code>
    ${copyButton(options.text, t('Copy {label}', { label: inSentence(options.label) }))}
  </div>`;
}

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
