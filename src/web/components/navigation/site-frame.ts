import { interfaceLanguages, nativeName } from '../../translation/languages.ts';
import { t } from '../../translation/translate.ts';
import { attributes, html, type Html, type PageContext } from '../../html.ts';
import { brandMark } from '../brand.ts';
import { icon } from '../controls.ts';

/** The header of pages without navigation. */
export function siteHeader(context: PageContext): Html {
  const { product } = context;
  return html`<header class="site-header">
    <a class="site-mark" href="/">${brandMark(product)}</a>
    <nav class="site-links" aria-label="Main">
      <a class="minor" href="/api-docs">API</a>
      <a class="minor" href="${context.other}/">${product.sibling}</a>
      ${
        context.viewer
          ? html`<a class="button primary small" href="${product.home.href}">${product.home.label}</a>`
          : html`<a href="/signin">Sign in</a>
              <a class="button primary small" href="/signup">Create account</a>`
      }
    </nav>
  </header>`;
}

export function siteFooter(context: PageContext): Html {
  const { product } = context;
  return html`<footer class="site-footer">
    <p>
      <a href="/">${product.own?.name ?? product.brand.name}</a>
      <a href="${context.other}/">${product.sibling}</a>
      ${product.footer.map(
        ({ label, href, isDocument }) =>
          html`<a ${attributes({ href, 'data-turbo': isDocument && 'false' })}>${label}</a> `,
      )}
    </p>
    ${languageSwitch(context)} ${themeSwitch(context)}
  </footer>`;
}

/** A switch between the languages of the interface, by their own names. Saved by POST /language. */
export function languageSwitch(context: PageContext, button?: string): Html {
  return html`<form class="language-switch" action="/language" method="post" aria-label="${t('Language')}">
    <input type="hidden" name="back" value="${context.path}" />
    ${interfaceLanguages.map(
      (code) =>
        html`<button
          ${attributes({ class: button, type: 'submit', name: 'language', value: code, lang: code })}
          ${attributes({ 'aria-current': code === context.language && 'true' })}
        >
          ${nativeName(code)}
        </button> `,
    )}
  </form>`;
}

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
