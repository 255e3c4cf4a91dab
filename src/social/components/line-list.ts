import { html, type Html } from '../../web/html.ts';

interface Line {
  label: string;
  href: string;
  /** Below the label, smaller. */
  detail?: string | Html;
}

/** Links below each other, beside a page. */
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
