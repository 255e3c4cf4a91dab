import { attributes, classes, html, type Fragment, type Html } from '../html.ts';

interface CardOptions {
  title?: string;
  /** A sentence under the title. */
  lead?: Fragment;
  actions?: Fragment;
  body: Fragment;
  footer?: Fragment;
  /** Removes the body's padding, for tables, lists and pictures. */
  flush?: boolean;
  /** For destructive or irreversible actions. */
  danger?: boolean;
  id?: string;
}

/** A self-contained section of a page. Its title is an `<h2>`. */
export function card(options: CardOptions): Html {
  const { title, lead, actions, body, footer, id } = options;
  return html`<section
    class="${classes('card', options.flush && 'flush', options.danger && 'danger')}"
    ${attributes({ id })}
  >
    ${
      (title ?? actions) &&
      html`<header class="card-header">
        <div>${title && html`<h2>${title}</h2>`}${lead && html`<p class="lead">${lead}</p>`}</div>
        ${actions && html`<div class="card-actions">${actions}</div>`}
      </header>`
    }
    <div class="card-body">${body}</div>
    ${footer && html`<footer class="card-footer">${footer}</footer>`}
  </section>`;
}
