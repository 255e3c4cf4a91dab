import { t } from '../../../kernel/translation/translate.ts';
import { attributes, html, type Html } from '../../html.ts';
import type { PageContext } from '../../view.ts';
import { icon } from '../icon.ts';

const themes = () =>
  [
    ['auto', 'monitor', t('System')],
    ['light', 'sun', t('Light')],
    ['dark', 'moon', t('Dark')],
  ] as const;

/** The theme switch: light, dark or system. Saved by POST /theme and applied immediately by script. */
export function themeSwitch(context: PageContext): Html {
  return html`<form class="theme-switch" action="/theme" method="post">
    <input type="hidden" name="back" value="${context.path}" />
    <fieldset>
      <legend class="visually-hidden">Theme</legend>
      ${themes().map(
        ([value, image, label]) =>
          html`<button
            ${attributes({ type: 'submit', name: 'theme', value, title: label, 'aria-pressed': String(context.theme === value) })}
          >
            ${icon(image)}<span class="visually-hidden">${label}</span>
          </button>`,
      )}
    </fieldset>
  </form>`;
}
