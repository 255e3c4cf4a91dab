import { attributes, html, type Fragment, type Html } from '../html.ts';

/** A button that unfolds the form below it, for what is rarely done and needs a reason. Works without scripts. */
export const unfold = (options: { label: string; isOpen: boolean; body: Fragment }): Html =>
  html`<details class="unfold" ${attributes({ open: options.isOpen })}>
    <summary class="button quiet small">${options.label}</summary>
    ${options.body}
  </details>`;
