import { html, type Html } from '../html.ts';
import type { PageContext } from '../layout.ts';
import { wordMark } from './mark.ts';
import { themeSwitch } from './navigation/theme-switch.ts';

/** The top of a page that has no navigation of its own. */
export function siteHeader(context: PageContext): Html {
  return html`<header class="site-header">
    <a class="site-mark" href="/">${wordMark(context.service)}</a>
    <nav class="site-links" aria-label="Main">
      <a class="minor" href="/api-docs" data-turbo="false">API</a>
      <a class="minor" href="${context.other}/">${context.service === 'plaza' ? 'Hop' : 'Plaza'}</a>
      ${
        context.viewer
          ? html`<a class="button primary small" href="${context.service === 'plaza' ? '/' : '/dashboard'}"
              >Open ${context.service === 'plaza' ? 'Plaza' : 'the dashboard'}</a
            >`
          : html`<a href="/signin">Sign in</a>
              <a class="button primary small" href="/signup">Create account</a>`
      }
    </nav>
  </header>`;
}

export function siteFooter(context: PageContext): Html {
  return html`<footer class="site-footer">
    <p>
      <a href="/">${context.service === 'plaza' ? 'Plaza' : 'Hop'}</a>
      <a href="${context.other}/">${context.service === 'plaza' ? 'Hop' : 'Plaza'}</a>
      ${
        context.service === 'plaza' &&
        html`<a href="/static">About</a> <a href="/contact">Contact</a> <a href="/developers">Developers</a>`
      }
      <a href="/api-docs" data-turbo="false">API reference</a>
      <a href="/openapi.json" data-turbo="false">OpenAPI</a>
      ${context.service === 'hop' && html`<a href="${context.base}/report">Report a link</a>`}
    </p>
    ${themeSwitch(context)}
  </footer>`;
}
