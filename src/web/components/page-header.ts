import { html, type Fragment, type Html } from '../html.ts';

/** The page's heading with its actions. Required on every view. */
export function pageHeader(options: {
  title: string;
  lead?: Fragment;
  actions?: Fragment;
  above?: Fragment;
}): Html {
  return html`<header class="page-header">
    ${options.above}
    <div class="page-header-row">
      <h1>${options.title}</h1>
      ${options.actions && html`<div class="page-actions">${options.actions}</div>`}
    </div>
    ${options.lead && html`<p class="lead">${options.lead}</p>`}
  </header>`;
}
