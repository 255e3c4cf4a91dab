import { html, type Html, type View } from './html.ts';
import type { Brand } from './product.ts';
import { pageHeader } from './components/surfaces.ts';
import { controls } from './style/controls.ts';
import { data } from './style/data.ts';
import { foundations, type SpecimenGroup } from './style/foundations.ts';
import { people } from './style/people.ts';
import { surfaces } from './style/surfaces.ts';

/** The style guide: every component in every state, by its function's name. */
export function stylePage(brands: readonly Brand[]): View {
  const groups = [foundations(brands), controls(), surfaces(), data(), people()];
  return {
    title: 'Style',
    style: 'settings',
    section: 'operator',
    wide: true,
    body: html`${pageHeader({
        title: 'Style',
        lead: 'All interface components, named by the functions that render them.',
      })}
      <nav class="tabs" aria-label="Groups">
        <ul>
          ${groups.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
        </ul>
      </nav>
      <div class="specimens">${groups.map(group)}</div>`,
  };
}

function group({ id, title, specimens }: SpecimenGroup): Html {
  return html`<section class="specimen" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${specimens.map(
      ({ name, what, shown }) =>
        html`<div class="specimen-item">
          <h3><code>${name}</code> ${what}</h3>
          ${shown}
        </div>`,
    )}
  </section>`;
}
