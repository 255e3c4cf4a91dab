import { attributes, classes, html, type Fragment, type Html } from '../../html.ts';
import { confirmationFields } from '../confirmation.ts';
import { icon } from '../controls.ts';
import type { IconName } from '../icon-names.ts';

/**
 * A menu of actions. Opens without scripts; with them, arrow keys move between entries, and Escape or a click
 * outside closes it. Contains `menuLink`, `menuButton` and `menuLine`.
 */
export function menu(options: { label: string; items: Fragment; icon?: IconName; text?: string }): Html {
  const { text } = options;
  return html`<details class="menu">
    <summary
      class="${text ? 'button quiet' : 'icon-button'}"
      ${attributes({ 'aria-label': text ? undefined : options.label, title: options.label })}
    >
      ${text}${icon(options.icon ?? (text ? 'chevron-down' : 'ellipsis'))}
    </summary>
    <div class="menu-panel end">${options.items}</div>
  </details>`;
}

/** A link in a menu. `frame` is the Turbo Frame in which it opens. */
export function menuLink(options: { label: string; href: string; icon?: IconName; frame?: string }): Html {
  return html`<a class="menu-item" ${attributes({ href: options.href, 'data-turbo-frame': options.frame })}
    >${options.icon && icon(options.icon)}<span>${options.label}</span></a
  >`;
}

/** An action in a menu, with its own form. `confirm` asks for confirmation. */
export function menuButton(options: {
  label: string;
  to: string;
  icon?: IconName;
  fields?: Readonly<Record<string, string>>;
  danger?: boolean;
  confirm?: string;
  /** The Turbo Frame for the response. */
  frame?: string;
  /** See `form`. */
  answersWithPage?: boolean;
}): Html {
  const { to, confirm, frame, fields = {}, answersWithPage } = options;
  const turbo = {
    'data-turbo-confirm': confirm,
    'data-turbo-frame': frame,
    'data-turbo': answersWithPage && 'false',
  };
  return html`<form ${attributes({ action: to, method: 'post', ...turbo })}>
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${confirmationFields(options)}
    <button class="${classes('menu-item', options.danger && 'danger')}" type="submit">
      ${options.icon && icon(options.icon)}<span>${options.label}</span>
    </button>
  </form>`;
}

export const menuLine: Html = html`<hr class="menu-line" />`;
