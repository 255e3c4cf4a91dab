import { t } from '../../translation/translate.ts';
import { attributes, classes, html, type AttributeValue, type Fragment, type Html } from '../../html.ts';
import { button, iconButton, type ButtonOptions } from '../controls.ts';

interface DialogOptions {
  id: string;
  title: string;
  body: Fragment;
  /** Buttons in the footer, such as `dialogClose()`. */
  actions?: Fragment;
  /** A drawer at the side that leaves the list visible, for editing one of many entries. */
  drawer?: boolean;
  /** Additional attributes, such as a controller. */
  data?: Readonly<Record<string, AttributeValue>>;
}

/** A modal dialog. `dialogOpener` opens it. Escape, its close button and `dialogClose` close it. */
export function dialog(options: DialogOptions): Html {
  const { id, title, body, actions, drawer } = options;
  return html`<dialog
    class="${classes('dialog', drawer && 'drawer')}"
    ${attributes({ id, 'aria-labelledby': `${id}-title`, closedby: 'any', ...options.data })}
  >
    <header class="dialog-header">
      <h2 id="${id}-title">${title}</h2>
      ${iconButton({ icon: 'x', label: t('Close'), type: 'button', data: { commandfor: id, command: 'close' } })}
    </header>
    <div class="dialog-body">${body}</div>
    ${actions && html`<footer class="dialog-footer">${actions}</footer>`}
  </dialog>`;
}

/** A button that opens a dialog on this page. */
export function dialogOpener(id: string, options: Omit<ButtonOptions, 'type' | 'data'>): Html {
  return button({ ...options, type: 'button', data: { commandfor: id, command: 'show-modal' } });
}

export function dialogClose(id: string, label = t('Cancel')): Html {
  return button({ label, type: 'button', data: { commandfor: id, command: 'close' } });
}
