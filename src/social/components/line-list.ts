import { html, type Html } from '../../web/html.ts';

interface Line {
  label: string;
  href: string;
  /** Smaller text below the label. */
  detail?: string | Html;
}

/** A vertical list of links for the sidebar. */
export const lineList = (lines: readonly Line[]): Html =>
  html`<ul class="question-titles">
    ${lines.map(
      ({ label, href, detail }) =>
        html`<li>
          <a dir="auto" href="${href}">${label}</a>
          ${detail !== undefined && html`<span>${detail}</span>`}
        </li>`,
    )}
  </ul>`;
