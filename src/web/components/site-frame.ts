import { languageSwitch } from './navigation/language-switch.ts';
import { attributes, html, type Html } from '../html.ts';
import type { PageContext } from '../view.ts';
import { wordMark } from './brand.ts';
import { themeSwitch } from './navigation/theme-switch.ts';

/** The header of pages without navigation. */
export function siteHeader(context: PageContext): Html {
  const { product } = context;
  return html`<header class="site-header">
    <a class="site-mark" href="/">${wordMark(product.brand)}</a>
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
      <a href="/">${product.brand.name}</a>
      <a href="${context.other}/">${product.sibling}</a>
      ${product.footer.map(
        ({ label, href, isDocument }) =>
          html`<a ${attributes({ href, 'data-turbo': isDocument && 'false' })}>${label}</a> `,
      )}
    </p>
    ${languageSwitch(context)} ${themeSwitch(context)}
  </footer>`;
}
