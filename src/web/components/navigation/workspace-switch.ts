import { attributes, html, type Html } from '../../html.ts';
import type { PageContext } from '../../view.ts';
import { badge } from '../badge.ts';
import { icon } from '../icon.ts';

/** The workspace switch. Omitted for people with only their own. Opens without scripts. */
export function workspaceSwitch({ workspaces = [], viewer }: PageContext): Html | false {
  if (!viewer || workspaces.length < 2) return false;
  const current = workspaces.find(({ isCurrent }) => isCurrent);
  const isOther = current !== undefined && current.id !== viewer.id;
  return html`<details
    class="menu workspace-switch"
    ${attributes({ 'data-other': isOther ? '' : undefined })}
  >
    <summary aria-label="Workspace: ${current?.name}">
      ${icon('layers')}<span class="workspace-name">${current?.name}</span>${icon('chevrons-up-down')}
    </summary>
    <div class="menu-panel">
      ${workspaces.map(
        ({ id, name, role, isCurrent }) =>
          html`<form action="/workspace" method="post">
            <input type="hidden" name="id" value="${id}" />
            <button
              class="menu-item"
              ${attributes({ type: 'submit', 'aria-current': isCurrent ? 'true' : undefined })}
            >
              ${icon(isCurrent ? 'check' : 'layers')}<span>${name}</span>${badge(role)}
            </button>
          </form>`,
      )}
    </div>
  </details>`;
}
