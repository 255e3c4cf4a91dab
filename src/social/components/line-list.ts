import { textField } from '../../web/components/fields/text-field.ts';
import type { FormState } from '../../web/form.ts';
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

/** The position of an entry in a list that operators order. */
export const positionField = ({
  state,
  value,
  ...options
}: {
  id: string;
  label: string;
  value: number;
  state: FormState;
}): Html =>
  textField({
    ...options,
    name: 'position',
    value: state.values?.position ?? value,
    error: state.errors?.position,
    hideLabel: true,
    type: 'number',
    min: 0,
  });
