import { attributes, classes, html, type AttributeValue, type Html } from '../html.ts';
import { icon } from './icon.ts';
import type { IconName } from './icon-names.ts';

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
