import { attributes, classes, html, type AttributeValue, type Html } from '../html.ts';
import { icon } from './icon.ts';
import type { IconName } from './icon-names.ts';

/** `primary` once a view, `quiet` for the rest, `danger` for what destroys, `plain` for one among text. */
export type ButtonKind = 'primary' | 'quiet' | 'danger' | 'plain';

interface ButtonAppearance {
  kind?: ButtonKind;
  icon?: IconName;
  small?: boolean;
  /** As wide as what it is in. */
  wide?: boolean;
  /** Further attributes, such as `data-action` or `data-shortcut`. */
  data?: Readonly<Record<string, AttributeValue>>;
}

export interface ButtonOptions extends ButtonAppearance {
  label: string;
  type?: 'submit' | 'button';
  name?: string;
  value?: string;
  disabled?: boolean;
  /** Shown with a turning ring while the form is on its way, such as "Saving". */
  busyLabel?: string;
  /** Sends the form to another address than the form's own. */
  action?: string;
}

/** A button; it submits its form unless `type` is `button`. */
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

/** A button that is only an icon; `label` is read out and shown on hover. */
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
