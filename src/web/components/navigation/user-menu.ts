import { t } from '../../../kernel/translation/translate.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../view.ts';
import { avatar } from '../avatar.ts';
import { icon } from '../icon.ts';
import { themeSwitch } from './theme-switch.ts';

/** The account menu: profile, theme, the other service and sign-out. Opens without scripts. */
export function userMenu(context: PageContext): Html {
  const { viewer, product } = context;
  return html`<details class="menu user-menu">
    <summary>
      ${viewer ? avatar(viewer, 'small') : icon('contrast')}
      <span class="user-menu-name"
        >${viewer ? html`<b>${viewer.name}</b> <small>@${viewer.username}</small>` : t('Appearance')}</span
      >
      ${icon('chevrons-up-down')}
    </summary>
    <div class="menu-panel">
      ${themeSwitch(context)}
      <a class="menu-item" href="${context.other}/"
        >${icon('arrow-up-right')}<span>Go to ${product.sibling}</span></a
      >
      ${
        viewer?.isOperator &&
        product.operatorHome &&
        html`<a class="menu-item" href="${product.operatorHome}">${icon('shield')}<span>Operator</span></a>`
      }
      <a class="menu-item" href="/api-docs">${icon('code')}<span>API reference</span></a>
      ${
        viewer &&
        html`<form action="/signout" method="post">
          <button class="menu-item" type="submit">${icon('log-out')}<span>Sign out</span></button>
        </form>`
      }
    </div>
  </details>`;
}
