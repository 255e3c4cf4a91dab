import type { bind } from '../../../web/form.ts';
import { icon } from '../../../web/components/icon.ts';
import type { IconName } from '../../../web/components/icon-names.ts';

import { attributes, html, type Fragment, type Html } from '../../../web/html.ts';

import { type BuilderState } from '../builder-state.ts';

/** A collapsible form section. Open if it has a value or an error. */
export function section(
  state: BuilderState,
  options: {
    title: string;
    lead: string;
    image: IconName;
    says: readonly string[];
    isUsed?: boolean;
    body: Fragment;
  },
): Html {
  const { values = {}, errors = {}, lists } = state;
  const used = options.says.filter((name) => Boolean(values[name]) || lists[name]?.some(Boolean) === true);
  const wrong = options.says.some((name) => errors[name]);
  return html`<details
    class="builder-section"
    ${attributes({ open: wrong || used.length > 0 || options.isUsed })}
  >
    <summary>
      ${icon(options.image)}<span><b>${options.title}</b><small>${options.lead}</small></span
      >${icon('chevron-down')}
    </summary>
    <div class="builder-fields">${options.body}</div>
  </details>`;
}

/** Returns a field's name and error, for controls that render their own value. */
export const bound = ({ name, error }: ReturnType<ReturnType<typeof bind>>) => ({ name, error });
